import type { JobObserver } from '@gatehouse/embed/parts'
import type { Instruments } from '@gatehouse/prometheus'
import { definitions } from './definitions.ts'

/** Counts rounds of the jobs, and the results of mails. */
export function observeJobs(instruments: Instruments): JobObserver {
  const rounds = instruments.counts(definitions.workerRounds)
  const fates = instruments.counts(definitions.outboxResults)
  const lastSuccess = new Map<string, number>()
  instruments.gauge(definitions.workerLastSuccess, () =>
    Array.from(lastSuccess, ([worker, value]) => ({ labels: { worker }, value })),
  )
  const now = () => Date.now() / 1000
  const resultCounts = {
    sent: fates.at({ fate: 'sent' }),
    postponed: fates.at({ fate: 'postponed' }),
    givenUp: fates.at({ fate: 'given_up' }),
  }

  return {
    started(job) {
      lastSuccess.set(job, now())
      for (const outcome of ['ok', 'failed']) rounds.at({ worker: job, outcome })
    },
    roundEnded(job, outcome) {
      rounds.at({ worker: job, outcome }).value += 1
      if (outcome === 'ok') lastSuccess.set(job, now())
    },
    mailsDelivered({ sent, postponed, givenUp }) {
      resultCounts.sent.value += sent
      resultCounts.postponed.value += postponed
      resultCounts.givenUp.value += givenUp
    },
  }
}
