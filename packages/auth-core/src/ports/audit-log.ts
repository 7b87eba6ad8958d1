import type { AuditEntry, AuditEvent } from '../records/audit.ts'

/** Keeps what was done. An entry is never changed. */
export interface AuditLog {
  /** Adds an event. It waits for the chain from then on. */
  record(event: AuditEvent): Promise<void>
  /** The newest entries first: by their moment, those of one moment by their number. */
  list(filter: AuditFilter): Promise<readonly AuditEntry[]>
}

/** Which entries to list: those that everything which is given here is true of. */
export interface AuditFilter {
  /** Concerns this tenant. */
  readonly tenantId?: string | undefined
  /** Concerns this account. */
  readonly accountId?: string | undefined
  /** Was done by this account to another, or to an organization. */
  readonly actorId?: string | undefined
  /** Is of this kind. */
  readonly kind?: string | undefined
  /** Happened at this moment or later. */
  readonly from?: Date | undefined
  /** Happened before this moment. */
  readonly to?: Date | undefined
  /** Comes after this entry in the list, which need not be on record any more. */
  readonly after?: Pick<AuditEntry, 'at' | 'seq'> | undefined
  /** At most so many. */
  readonly limit: number
}
