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
import type { ClockWatch } from './clock-watch.ts'
import type { MailHealth } from './mail-health.ts'
import type { WorkLog } from './work-log.ts'

const second = 1
const minute = 60

/** The parts of the background work. */
export interface JobsOptions {
  /** The ports of the core's jobs. */
  readonly ports: Pick<Ports, 'clock' | 'credentialStore' | 'replicaId' | 'secrets' | 'store'>
  /** Hands over the mails of the outbox. */
  readonly mailer: Mailer
  /** Gets the results of deliveries. */
  readonly mailHealth: MailHealth
  /** Compares the clocks once a minute. */
  readonly clockWatch: Pick<ClockWatch, 'check'>
  /** Loaded again, and rotated when a key is due. */
  readonly keyRing: LiveKeyRing
  /** Loaded again: sessions and logins that have ended. */
  readonly endings: Pick<LiveEndings, 'reload'>
  /** Records that this process serves. */
  readonly heartbeat: Pick<Heartbeat, 'note'>
  /** The external providers whose metadata and keys are kept up to date. */
  readonly providers: readonly Refreshable[]
  /** Removes remains that the credential store could not remove at the time. */
  readonly purgeCredentialStore: () => Promise<void>
  /** Adds the missing hashes to API keys that an older replica stored. */
  readonly fillApiKeyHashes: () => Promise<void>
  /** Those of the host. */
  readonly jobs?: readonly Job[] | undefined
  /** How long entries of the audit log are kept. */
  readonly settings: Pick<AuthSettings, 'auditRetentionSeconds'>
  /** Counts rounds and mails. */
  readonly observer?: JobObserver | undefined
  /** Logs rounds that fail. */
  readonly log: Pick<WorkLog, 'error' | 'info'>
}

/** Something with cached data from another service that grows old. */
export interface Refreshable {
  /** The name, for the log. */
  readonly name: string
  /** Loads the data again if that is due. */
  refresh(): Promise<void>
}

/** Gets notified about the background work. */
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
   * Stops the jobs that serving does not need: lets each finish its round, and starts no more. Does not
   * reject.
   */
  stopWork(): Promise<void>
  /**
   * Stops the jobs that are `whileServing`, in the same way. To be called when the process no longer serves.
   */
  stopServing(): Promise<void>
}

/** Runs the core's jobs and those of the adapters until they are stopped. */
export function runJobs(options: JobsOptions): RunningJobs {
  const { ports, settings, mailer, keyRing, endings, heartbeat, log, observer } = options
  const { auditRetentionSeconds } = settings
  const mail = createMailReports(options)
  const jobs = [
    ...createJobs(
      { ...ports, mailer, keyRing, endings },
      { heartbeat, onDelivery: mail.report, auditRetentionSeconds },
    ),
    ...createAdapterJobs(options),
    ...(options.jobs ?? []),
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

/** The jobs of the adapters. Their names are labels of metrics and must not change. */
function createAdapterJobs(options: JobsOptions): readonly Job[] {
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

/** Counts and logs the results of mails, and probes the server when a mail could not be sent. */
function createMailReports({ log, mailHealth, observer }: JobsOptions) {
  let probing = Promise.resolve()
  return {
    report(report: DeliveryReport) {
      observer?.mailsDelivered(report)
      const { sent, postponed, givenUp } = report
      if (sent + postponed + givenUp > 0) {
        const facts = { sent, postponed, given_up: givenUp }
        log.info(facts, sent > 0 ? 'mail delivered' : 'mail not delivered')
      }
      // Probed now, so that the next person who asks for a code gets the right answer. Mails do not wait for
      // it.
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

/** Work that repeats until it is stopped. */
export interface Loop {
  /** Lets the current run finish, and starts no other. */
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
