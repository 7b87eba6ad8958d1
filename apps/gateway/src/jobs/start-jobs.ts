import {
  createMailDelivery,
  type DeliveryReport,
  purgeExpired,
  settleAbandonedResets,
  undoReservedSignUps,
} from '@gatehouse/auth-core'
import { reservationSeconds } from '@gatehouse/auth-core/operator'
import type { Mailer, Ports } from '@gatehouse/auth-core/ports'
import type { Logger } from 'pino'
import { type Heartbeat, heartbeatSeconds } from './heartbeat.ts'
import type { JobObserver } from './job-observer.ts'
import type { LiveKeyRing } from './key-ring.ts'
import type { MailHealth } from './mail-health.ts'
import { type Repeating, repeat } from './repeat.ts'

const second = 1
const minute = 60

/** What works in the background. */
export interface JobOptions {
  readonly ports: Pick<Ports, 'clock' | 'credentialStore' | 'store'>
  readonly mailer: Mailer
  readonly mailHealth: MailHealth
  readonly keyRing: LiveKeyRing
  readonly heartbeat: Pick<Heartbeat, 'note'>
  readonly providers: readonly Refreshable[]
  /** Clears up what the credential store could not at the time. */
  readonly purgeCredentialStore: () => Promise<void>
  /** Counts rounds and mails. */
  readonly observer?: JobObserver | undefined
  /** Makes what an older replica stored known by its hash. */
  readonly fillApiKeyHashes: () => Promise<void>
  readonly log: Logger
}

/** Something whose knowledge of a place elsewhere grows old. */
export interface Refreshable {
  /** For the log. */
  readonly name: string
  /** Asks again if that is due. */
  refresh(): Promise<void>
}

/** The jobs of one process. */
export interface Jobs {
  /** Lets each finish what it is doing. */
  stop(): Promise<void>
}

/** Starts everything that happens by itself. */
export function startJobs(options: JobOptions): Jobs {
  const { keyRing, mailHealth, observer } = options
  const mails = createMailWorker(options)
  const logFailureOf = (name: string) => (error: unknown) =>
    options.log.error({ err: error, worker: name }, 'worker failed')
  const every = (pauseSeconds: number, name: string, work: () => Promise<void>): Repeating => {
    observer?.started(name)
    const round = () => work().then(() => observer?.roundEnded(name, 'ok'))
    const logFailure = logFailureOf(name)
    const onError = (error: unknown) => {
      observer?.roundEnded(name, 'failed')
      logFailure(error)
    }
    return repeat(round, { pauseSeconds, onError })
  }
  const jobs = [
    every(second, 'mail', () => mails.deliverDue()),
    every(second, 'keys', () => keyRing.reload()),
    every(heartbeatSeconds, 'presence', () => options.heartbeat.note()),
    every(10 * second, 'mail health', () => mailHealth.probe()),
    every(minute, 'tidy', () => purgeExpired(options.ports)),
    every(minute, 'unfinished', () => settleUnfinished(options)),
    ...options.providers.map((one) => every(30 * second, one.name, () => one.refresh())),
    every(minute, 'API keys', () => options.fillApiKeyHashes()),
    every(minute, 'credential store', () => options.purgeCredentialStore()),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((worker) => worker.stop()))
      await mails.finish().catch(logFailureOf('mail'))
    },
  }
}

function createMailWorker({ log, mailer, mailHealth, observer, ports }: JobOptions) {
  const delivery = createMailDelivery({ ...ports, mailer })
  let probing = Promise.resolve()

  const note = (report: DeliveryReport) => {
    observer?.mailsDelivered(report)
    const { sent, postponed, givenUp } = report
    if (sent + postponed + givenUp > 0) {
      log.info({ sent, postponed, given_up: givenUp }, 'mail delivered')
    }
    // Whoever asks for a code next is told now, not when the next probe comes round. Mails do not
    // wait for it.
    if (postponed > 0) probing = mailHealth.probe()
  }

  return {
    async deliverDue() {
      note(await delivery.deliverDue())
    },
    async finish() {
      note(await delivery.finish())
      await probing
    },
  }
}

async function settleUnfinished({ ports }: JobOptions): Promise<void> {
  const now = ports.clock.now()
  const reservedBefore = new Date(now.getTime() - reservationSeconds * 1000)
  await settleAbandonedResets(ports, { leasedUntil: now })
  // Last, since it needs the credential store, which may be away.
  await undoReservedSignUps(ports, { reservedBefore })
}
