import type { Mail, Mailer, PreparedDelivery } from '@gatehouse/auth-core/ports'
import type { Instruments } from '@gatehouse/prometheus'
import { definitions } from './definitions.ts'
import { failureOf, secondsSince } from './failure-of.ts'

/** Counts the mails that are handed to the mail server, by their kind. */
export function observeMailer(mailer: Mailer, { counts, durations }: Instruments): Mailer {
  const deliveries = counts(definitions.deliveries)
  const seconds = durations(definitions.deliverySeconds)

  /** Counts failures of a step, and measures its duration. */
  async function measured<Result>(
    step: 'prepare' | 'content',
    kind: Mail['kind'],
    work: Promise<Result>,
  ): Promise<Result> {
    const began = performance.now()
    try {
      return await work
    } catch (error) {
      deliveries.at({ kind, outcome: failureOf(error) }).value += 1
      throw error
    } finally {
      seconds.at({ step }).observe(secondsSince(began))
    }
  }

  function observeHandOver(delivery: PreparedDelivery, kind: Mail['kind']): PreparedDelivery {
    return {
      async send(patienceSeconds) {
        await measured('content', kind, delivery.send(patienceSeconds))
        deliveries.at({ kind, outcome: 'sent' }).value += 1
      },
      cancel() {
        delivery.cancel()
        deliveries.at({ kind, outcome: 'cancelled' }).value += 1
      },
    }
  }

  return {
    ...mailer,
    async prepare(id, mail, patienceSeconds) {
      const { kind } = mail
      const prepared = mailer.prepare(id, mail, patienceSeconds)
      return observeHandOver(await measured('prepare', kind, prepared), kind)
    },
  }
}
