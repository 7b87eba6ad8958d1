import type { OutboxEntry } from '../records/mail.ts'

/** How many mails to take at most. */
export interface LeaseLimits {
  /** Of those without a failed attempt. */
  readonly untried: number
  /** Of those with one or more. */
  readonly tried: number
}

/** An entry as it was leased. */
export interface LeasedId {
  /** `OutboxEntry.id`. */
  readonly id: string
  /** As given to `leaseDue`. */
  readonly leaseUntil: Date
}

/** What came of trying to deliver. */
export interface FailedAttempt {
  /** All attempts, this one among them. */
  readonly attempts: number
  /** The next one is not before that. */
  readonly dueAt: Date
  /** Holds no secret. */
  readonly reason: string
}

/** Mails on their way. Their content is sealed at rest by the adapter. */
export interface Outbox {
  /** Adds a mail. Its id is new. */
  add(entry: OutboxEntry): Promise<void>
  /** @returns `undefined` for an unknown id, and for one whose content was dropped. */
  find(id: string): Promise<OutboxEntry | undefined>
  /**
   * Takes waiting entries that are due, and hides them until `leaseUntil`: a process that dies
   * gives them back by doing nothing. Entries that are past their `notAfter` are taken too; the
   * caller gives them up.
   *
   * @returns Those without a failed attempt, oldest first; then those with the fewest failed
   *   attempts, of these the one that was due first. No more of each than asked for.
   */
  leaseDue(now: Date, limits: LeaseLimits, leaseUntil: Date): Promise<readonly OutboxEntry[]>
  /** Ends all leases. For a start at which no other process is alive. */
  releaseLeases(): Promise<void>
  /**
   * Records a failed attempt, gives the lease back, and hides the entry until `dueAt`. Nothing
   * happens when another process has leased the entry since.
   */
  postpone(leased: LeasedId, attempt: FailedAttempt): Promise<void>
  /** The server took it. The content stays until `removeSettled`, to be sent again on request. */
  markSent(id: string, at: Date): Promise<void>
  /**
   * It is not sent, and its content is dropped. `reason` holds no secret. Nothing happens when
   * another process has leased the entry since.
   */
  giveUp(leased: LeasedId, at: Date, reason: string): Promise<void>
  /** How many of this kind were added for the account since a moment, in any condition. */
  countSince(accountId: string, kind: OutboxEntry['mail']['kind'], since: Date): Promise<number>
  /** Drops waiting mails of this kind for the account: what they carry has become void. */
  cancel(accountId: string, kind: OutboxEntry['mail']['kind'], at: Date): Promise<void>
  /** Removes entries that were sent or given up before this moment. @returns How many. */
  removeSettled(before: Date): Promise<number>
}
