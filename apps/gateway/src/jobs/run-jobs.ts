import {
  type AuthSettings,
  createJobs,
  type DeliveryReport,
  type Heartbeat,
  type Job,
  type LiveEndings,
  type LiveKeyRing,
} from '@gatehouse/auth-core'
import type { Mailer, Ports } from '@gatehouse/auth-core/ports'
import type { Logger } from 'pino'
import type { ClockWatch } from './clock-watch.ts'
import type { MailHealth } from './mail-health.ts'

const second = 1
const minute = 60

/** What works in the background. */
export interface JobsOptions {
  /** What the core's jobs work on. */
  readonly ports: Pick<Ports, 'clock' | 'credentialStore' | 'secrets' | 'store'>
  /** Hands over the mails of the outbox. */
  readonly mailer: Mailer
  /** Is told whether mails get through. */
  readonly mailHealth: MailHealth
  /** Compares the clocks once a minute. */
  readonly clockWatch: Pick<ClockWatch, 'check'>
  /** Read anew, and rotated when a key is due. */
  readonly keyRing: LiveKeyRing
  /** Read anew: sessions and logins that have ended. */
  readonly endings: Pick<LiveEndings, 'reload'>
  /** Notes that this process serves. */
  readonly heartbeat: Pick<Heartbeat, 'note'>
  /** The external providers whose metadata and keys are kept up to date. */
  readonly providers: readonly Refreshable[]
  /** Clears up what the credential store could not at the time. */
  readonly purgeCredentialStore: () => Promise<void>
  /** Makes what an older replica stored known by its hash. */
  readonly fillApiKeyHashes: () => Promise<void>
  /** How long entries of the audit log are kept. */
  readonly settings: { readonly auth: Pick<AuthSettings, 'auditRetentionSeconds'> }
  /** Counts rounds and mails. */
  readonly observer?: JobObserver | undefined
  /** Takes rounds that fail. */
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
  started(job: string): void
  /** A round is over. */
  roundEnded(job: string, outcome: 'ok' | 'failed'): void
  /** What has become of mails since the last report. */
  mailsDelivered(report: DeliveryReport): void
}

/** The jobs of one process. */
export interface RunningJobs {
  /**
   * Ends those that serving does not need. Lets each finish what it is doing, and begins nothing
   * more. Does not reject.
   */
  stopWork(): Promise<void>
  /**
   * Ends those that are `whileServing`, as `stopWork` does the others. To be called when the process
   * serves no longer.
   */
  stopServing(): Promise<void>
}

/** Runs what the core has to have done, and what this gateway does beside it, until it is stopped. */
export function runJobs(options: JobsOptions): RunningJobs {
  const { ports, settings, mailer, keyRing, endings, heartbeat, log, observer } = options
  const { auditRetentionSeconds } = settings.auth
  const mail = createMailReports(options)
  const jobs = [
    ...createJobs(
      { ...ports, mailer, keyRing, endings },
      { heartbeat, onDelivery: mail.report, auditRetentionSeconds },
    ),
    ...createOwnJobs(options),
  ]
  const { serving = [], work = [] } = Object.groupBy(jobs, ({ whileServing }) =>
    whileServing ? 'serving' : 'work',
  )
  const start = (job: Job) => runJob(job, { log, observer })
  const loops = { serving: serving.map(start), work: work.map(start) }
  return {
    async stopWork() {
      await stopAll(loops.work)
      await mail.probed()
    },
    stopServing: () => stopAll(loops.serving),
  }
}

async function stopAll(loops: readonly Loop[]): Promise<void> {
  await Promise.all(loops.map((loop) => loop.stop()))
}

/** Their names are labels of metrics, as those of the core's jobs: they stay. */
function createOwnJobs(options: JobsOptions): readonly Job[] {
  const { clockWatch, fillApiKeyHashes, mailHealth, providers, purgeCredentialStore } = options
  return [
    { name: 'mail health', everySeconds: 10 * second, run: () => mailHealth.probe() },
    ...providers.map((provider) => ({
      name: provider.name,
      everySeconds: 30 * second,
      run: () => provider.refresh(),
    })),
    { name: 'clock', everySeconds: minute, run: () => clockWatch.check() },
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
