import type { JobObserver } from '../jobs/run-jobs.ts'
import { definitions } from './definitions.ts'
import type { Instruments } from './instruments.ts'

/** Counts rounds of the jobs, and what becomes of mails. */
export function observeJobs(instruments: Instruments): JobObserver {
  const rounds = instruments.counts(definitions.workerRounds)
  const fates = instruments.counts(definitions.outboxFates)
  const lastSuccess = new Map<string, number>()
  instruments.gauge(definitions.workerLastSuccess, () =>
    Array.from(lastSuccess, ([worker, value]) => ({ labels: { worker }, value })),
  )
  const now = () => Date.now() / 1000
  const fateCounts = {
    sent: fates.at({ fate: 'sent' }),
    postponed: fates.at({ fate: 'postponed' }),
    givenUp: fates.at({ fate: 'given_up' }),
  }

  return {
    started(worker) {
      lastSuccess.set(worker, now())
      for (const outcome of ['ok', 'failed']) rounds.at({ worker, outcome })
    },
    roundEnded(worker, outcome) {
      rounds.at({ worker, outcome }).value += 1
      if (outcome === 'ok') lastSuccess.set(worker, now())
    },
    mailsDelivered({ sent, postponed, givenUp }) {
      fateCounts.sent.value += sent
      fateCounts.postponed.value += postponed
      fateCounts.givenUp.value += givenUp
    },
  }
}
