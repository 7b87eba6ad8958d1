import { assertSome } from '../assert-settings.ts'
import { chainAudit } from '../audit/chain-audit.ts'
import { cutAudit } from '../audit/cut-audit.ts'
import type { LiveEndings } from '../endings/live-endings.ts'
import { undoAbandonedAcceptances } from '../invitations/undo-acceptances.ts'
import type { LiveKeyRing } from '../keys/live-key-ring.ts'
import { secondsAfter } from '../lib/time.ts'
import { tryEach } from '../lib/try-each.ts'
import { createMailDelivery, type DeliveryReport } from '../mail/deliver-mail.ts'
import { finishRemovals } from '../members/removal.ts'
import { removeClosed } from '../organization/remove-closed.ts'
import { settleAbandonedResets } from '../password-reset/settle-abandoned-resets.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Ports } from '../ports/ports.ts'
import { expireUnconfirmed } from '../registration/expire-unconfirmed.ts'
import { reservationSeconds } from '../registration/reservation.ts'
import { undoReservedSignUps } from '../registration/undo-reserved-sign-ups.ts'
import { defaultSettings } from '../settings.ts'
import type { Heartbeat } from './heartbeat.ts'
import { purgeExpired } from './purge-expired.ts'
import { createSteadyClock } from './steady-clock.ts'

/** Work that a host repeats from its start to its end. */
export interface Job {
  /** For logs and metrics; the same in every release. */
  readonly name: string
  /** The pause from the end of one round to the start of the next, in seconds. */
  readonly everySeconds: number
  /**
   * One round. The host never has two under way at the same time; other processes may have theirs.
   *
   * @throws {PortError} When a dependency fails; the next round tries again.
   */
  readonly run: () => Promise<void>
  /** Waits for work that rounds left under way. Called once, after the last round. @throws As `run`. */
  readonly finish?: () => Promise<void>
  /**
   * Goes on until the last request is answered and the last terminal closed. All other jobs end when
   * the process begins to stop.
   */
  readonly whileServing?: true
}

/** The ports that the jobs need. */
export type JobPorts = Pick<
  Ports,
  'clock' | 'credentialStore' | 'replicaId' | 'secrets' | 'store'
> & {
  readonly mailer: Mailer
  readonly keyRing: Pick<LiveKeyRing, 'reload'>
  readonly endings: Pick<LiveEndings, 'reload'>
}

/** Options that not every host needs. */
export interface JobOptions {
  /** Records that this process is alive. Not given when the process has the store to itself. */
  readonly heartbeat?: Pick<Heartbeat, 'note'>
  /** Receives what happened to mails, after each round and at the end. */
  readonly onDelivery?: (report: DeliveryReport) => void
  /** Seconds for which entries of the audit log are kept; the value of `defaultSettings` unless given. */
  readonly auditRetentionSeconds?: number
}

const second = 1
const minute = 60

/** Often enough that a few may be late, as in a pause, before the process counts as dead. */
const heartbeatSeconds = 2 * second

/**
 * What every host owes the core, as work without a clock of its own: the host has the loop. Without
 * it no mail leaves, no key changes, and what a crash cut off stays as it was. One set for each
 * process: its mails are handed over one at a time, so that a crash doubles one at most.
 *
 * @throws {TypeError} When `auditRetentionSeconds` is given and no duration.
 */
export function createJobs(
  ports: JobPorts,
  { heartbeat, onDelivery, auditRetentionSeconds }: JobOptions = {},
): readonly Job[] {
  const steady = createSteadyClock(ports.clock)
  const keptSeconds = auditRetentionSeconds ?? defaultSettings.auditRetentionSeconds
  assertSome({ auditRetentionSeconds: keptSeconds }, 'auditRetentionSeconds')
  // The names are labels of metrics and stand in log lines: operators' rules search for them, so
  // they stay though the code has other words by now (heartbeat, purge, settle).
  return [
    createMailJob(ports, onDelivery),
    {
      name: 'keys',
      everySeconds: second,
      run: () => ports.keyRing.reload(),
      whileServing: true,
    },
    {
      name: 'endings',
      everySeconds: second,
      run: () => ports.endings.reload(),
      whileServing: true,
    },
    ...(heartbeat ? [createHeartbeatJob(heartbeat)] : []),
    {
      name: 'tidy',
      everySeconds: minute,
      async run() {
        steady.look()
        if (steady.isSteady()) await purgeExpired(ports)
      },
    },
    { name: 'unfinished', everySeconds: minute, run: () => settleUnfinished(ports) },
    {
      name: 'unconfirmed',
      everySeconds: 5 * minute,
      // A clock that jumped would remove organizations for good.
      run: async () => void (steady.isSteady() && (await expireUnconfirmed(ports))),
    },
    createAuditChainJob(ports),
    {
      name: 'audit retention',
      everySeconds: minute,
      run: async () => void (steady.isSteady() && (await cutAudit(ports, keptSeconds))),
    },
    {
      name: 'closed',
      everySeconds: minute,
      // Until it is removed an organization can be opened again.
      run: async () => void (steady.isSteady() && (await removeClosed(ports))),
    },
  ]
}

function createHeartbeatJob(heartbeat: Pick<Heartbeat, 'note'>): Job {
  return {
    name: 'presence',
    everySeconds: heartbeatSeconds,
    run: () => heartbeat.note(),
    whileServing: true,
  }
}

function createAuditChainJob(ports: JobPorts): Job {
  return {
    name: 'audit chain',
    everySeconds: 2 * second,
    run: async () => void (await chainAudit(ports)),
  }
}

function createMailJob(ports: JobPorts, onDelivery: JobOptions['onDelivery']): Job {
  const delivery = createMailDelivery(ports)
  return {
    name: 'mail',
    everySeconds: second,
    async run() {
      const report = await delivery.deliverDue()
      onDelivery?.(report)
    },
    async finish() {
      const report = await delivery.finish()
      onDelivery?.(report)
    },
  }
}

async function settleUnfinished(ports: JobPorts): Promise<void> {
  const now = ports.clock.now()
  const reservedBefore = secondsAfter(now, -reservationSeconds)
  await settleAbandonedResets(ports, { leasedUntil: now })
  // These run last, because they need the credential store, which may be unreachable.
  await tryEach(
    [
      () => undoAbandonedAcceptances(ports, { leasedUntil: now, reservedBefore }),
      () => undoReservedSignUps(ports, { reservedBefore }),
      () => finishRemovals(ports),
    ],
    (settle) => settle(),
  )
}
