import type { OutboxEntry } from '../records/mail.ts'

/** The largest numbers of mails to take. */
export interface LeaseLimits {
  /** Mails without a failed attempt. */
  readonly untried: number
  /** Mails with one or more failed attempts. */
  readonly tried: number
}

/** The lease of a process on the mails that it took together. */
export interface MailLease {
  /** `Ports.replicaId` of the process; empty in a host that notes none, whose leases only run out. */
  readonly by: string
  /** Until this moment no other process may send the mails. */
  readonly until: Date
}

/** A leased entry and its lease. */
export interface LeasedId {
  /** `OutboxEntry.id`. */
  readonly id: string
  /** The end of the lease, as given to `leaseDue`. */
  readonly leaseUntil: Date
}

/** The result of a failed attempt to deliver. */
export interface FailedAttempt {
  /** All attempts so far, including this one. */
  readonly attempts: number
  /** The earliest moment of the next attempt. */
  readonly dueAt: Date
  /** Why it failed. Holds no secret. */
  readonly reason: string
}

/** More than the clocks of two processes may differ by, in seconds. */
const clockSlackSeconds = 60

/** The longest pause after a failed attempt, in seconds. */
export const longestMailPauseSeconds = 15 * 60

/** The moments after which what an entry waits for was dated by a clock that was wrong (T-97). */
export interface OutboxHorizon {
  /** For the end of a lease, and for an entry without a failed attempt, which is due when it is made. */
  readonly untried: Date
  /** For an entry with failed attempts, which waits for a pause. */
  readonly tried: Date
}

/**
 * How far ahead what an entry waits for can be: a clock that was months ahead for some seconds must not
 * keep mails back for months.
 *
 * @param leaseUntil The end of a lease that begins now.
 */
export function outboxHorizon(now: Date, leaseUntil: Date): OutboxHorizon {
  const after = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)
  return {
    untried: after(leaseUntil, clockSlackSeconds),
    tried: after(now, longestMailPauseSeconds + clockSlackSeconds),
  }
}

/** The mails that wait for delivery. The adapter encrypts their content at rest. */
export interface Outbox {
  /** Adds a mail. Its id must be new. */
  add(entry: OutboxEntry): Promise<void>
  /** @returns `undefined` for an unknown id, and for one whose content was dropped. */
  find(id: string): Promise<OutboxEntry | undefined>
  /**
   * Takes waiting entries that are due, and hides them until the lease ends: a process that dies
   * gives them back by doing nothing. Entries that are past their `notAfter` are taken too; the
   * caller gives them up. What an entry waits for counts as come when it is beyond the
   * {@link outboxHorizon}.
   *
   * @returns Those without a failed attempt, oldest first; then those with the fewest failed
   *   attempts, of these the one that was due first. No more of each than asked for.
   */
  leaseDue(now: Date, limits: LeaseLimits, lease: MailLease): Promise<readonly OutboxEntry[]>
  /** The leases of waiting entries that name their process, each once. */
  listLeases(): Promise<readonly MailLease[]>
  /** Ends one lease: what waits under it can be taken. For a process that has died. */
  releaseLease(lease: MailLease): Promise<void>
  /** Whether the entry waits, and is leased until then: no other process has it. */
  isLeased(leased: LeasedId): Promise<boolean>
  /** Ends all leases. For a start at which no other process is alive. */
  releaseLeases(): Promise<void>
  /**
   * Records a failed attempt, gives the lease back, and hides the entry until `dueAt`.
   *
   * @returns `false`, without a change, when the entry is not leased until then any more: another
   *   process has it, or it is settled.
   */
  postpone(leased: LeasedId, attempt: FailedAttempt): Promise<boolean>
  /**
   * Records that the server accepted the mail. The content stays until `removeSettled`, so that it can be
   * sent again on request.
   */
  markSent(id: string, at: Date): Promise<void>
  /**
   * It is not sent, and its content is dropped. `reason` holds no secret.
   *
   * @returns `false`, without a change, as `postpone` does.
   */
  giveUp(leased: LeasedId, at: Date, reason: string): Promise<boolean>
  /** How many of this kind were added for the account since a moment, in any condition. */
  countSince(accountId: string, kind: OutboxEntry['mail']['kind'], since: Date): Promise<number>
  /** Drops waiting mails of this kind for the account, because their tokens or codes are void. */
  cancel(accountId: string, kind: OutboxEntry['mail']['kind'], at: Date): Promise<void>
  /** Removes entries that were sent or given up before this moment. @returns How many. */
  removeSettled(before: Date): Promise<number>
}
