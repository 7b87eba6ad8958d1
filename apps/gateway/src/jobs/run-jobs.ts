import {
  createJobs,
  type DeliveryReport,
  type Heartbeat,
  type Job,
  type LiveEndings,
  type LiveKeyRing,
} from '@gatehouse/auth-core'
import type { Mailer, Ports } from '@gatehouse/auth-core/ports'
import type { Logger } from 'pino'
import type { MailHealth } from './mail-health.ts'

const second = 1
const minute = 60

/** What works in the background. */
export interface JobsOptions {
  readonly ports: Pick<Ports, 'clock' | 'credentialStore' | 'store'>
  readonly mailer: Mailer
  readonly mailHealth: MailHealth
  readonly keyRing: LiveKeyRing
  readonly endings: Pick<LiveEndings, 'reload'>
  readonly heartbeat: Pick<Heartbeat, 'note'>
  readonly providers: readonly Refreshable[]
  /** Clears up what the credential store could not at the time. */
  readonly purgeCredentialStore: () => Promise<void>
  /** Makes what an older replica stored known by its hash. */
  readonly fillApiKeyHashes: () => Promise<void>
  /** Counts rounds and mails. */
  readonly observer?: JobObserver | undefined
  readonly log: Logger
}

/** Something whose knowledge of a place elsewhere grows old. */
export interface Refreshable {
  /** For the log. */
  readonly name: string
  /** Asks again if that is due. */
  refresh(): Promise<void>
}

/** Is told what happens by itself. */
export interface JobObserver {
  /** A job begins, with its first round. */
  started(worker: string): void
  /** A round is over. */
  roundEnded(worker: string, outcome: 'ok' | 'failed'): void
  /** What has become of mails since the last report. */
  mailsDelivered(report: DeliveryReport): void
}

/** The jobs of one process. */
export interface RunningJobs {
  /** Lets each finish what it is doing, and begins nothing more. Does not reject. */
  stop(): Promise<void>
}

/** Runs what the core has to have done, and what this gateway does beside it, until it is stopped. */
export function runJobs(options: JobsOptions): RunningJobs {
  const { ports, mailer, keyRing, endings, heartbeat, log, observer } = options
  const mail = createMailReports(options)
  const jobs = [
    ...createJobs({ ...ports, mailer, keyRing, endings }, { heartbeat, onDelivery: mail.report }),
    ...createOwnJobs(options),
  ]
  const loops = jobs.map((job) => runJob(job, { log, observer }))
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await mail.probed()
    },
  }
}

/** Their names are labels of metrics, as those of the core's jobs: they stay. */
function createOwnJobs(options: JobsOptions): readonly Job[] {
  const { fillApiKeyHashes, mailHealth, providers, purgeCredentialStore } = options
  return [
    { name: 'mail health', everySeconds: 10 * second, run: () => mailHealth.probe() },
    ...providers.map((provider) => ({
      name: provider.name,
      everySeconds: 30 * second,
      run: () => provider.refresh(),
    })),
    { name: 'API keys', everySeconds: minute, run: fillApiKeyHashes },
    { name: 'credential store', everySeconds: minute, run: purgeCredentialStore },
  ]
}

/** Counts and logs what becomes of mails, and has the server asked when one could not be sent. */
function createMailReports({ log, mailHealth, observer }: JobsOptions) {
  let probing = Promise.resolve()
  return {
    report(report: DeliveryReport) {
      observer?.mailsDelivered(report)
      const { sent, postponed, givenUp } = report
      if (sent + postponed + givenUp > 0) {
        log.info({ sent, postponed, given_up: givenUp }, 'mail delivered')
      }
      // Who asks for a code next is told now, not when the next probe comes round. Mails do not
      // wait for it.
      if (postponed > 0) probing = mailHealth.probe()
    },
    probed: () => probing,
  }
}

function runJob(
  { name, everySeconds, run, finish }: Job,
  { log, observer }: Pick<JobsOptions, 'log' | 'observer'>,
): Loop {
  const logFailure = (error: unknown) => log.error({ err: error, worker: name }, 'worker failed')
  observer?.started(name)
  const loop = repeat(() => run().then(() => observer?.roundEnded(name, 'ok')), {
    pauseSeconds: everySeconds,
    onError(error) {
      observer?.roundEnded(name, 'failed')
      logFailure(error)
    },
  })
  return {
    async stop() {
      await loop.stop()
      await finish?.().catch(logFailure)
    },
  }
}

/** Something that happens again and again until it is stopped. */
export interface Loop {
  /** Lets the run under way finish, and begins no other. */
  stop(): Promise<void>
}

/**
 * Runs `work`, waits, runs it again: never twice at the same time. A failure is reported and does
 * not end it.
 *
 * @param pauseSeconds From the end of one run to the start of the next.
 */
export function repeat(
  work: () => Promise<void>,
  {
    pauseSeconds,
    onError,
  }: { readonly pauseSeconds: number; readonly onError: (error: unknown) => void },
): Loop {
  let stopped = false
  let wake = () => {}

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseSeconds * 1000)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const loop = async () => {
    while (!stopped) {
      await work().catch(onError)
      if (!stopped) await pause()
    }
  }
  const running = loop()

  return {
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
