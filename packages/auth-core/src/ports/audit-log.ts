import type { AuditEntry, AuditEvent } from '../records/audit.ts'

/** Stores events. An entry is never changed. */
export interface AuditLog {
  /** Adds an event. Its entry then waits for the chain. */
  record(event: AuditEvent): Promise<void>
  /** Lists entries, newest first: by time, then by number. */
  list(filter: AuditFilter): Promise<readonly AuditEntry[]>
}

/** The conditions for listed entries; all that are given must hold. */
export interface AuditFilter {
  /** Only entries about this tenant. */
  readonly tenantId?: string | undefined
  /** Only entries about this account. */
  readonly accountId?: string | undefined
  /** Only entries that this account caused for another account or an organization. */
  readonly actorId?: string | undefined
  /** Only entries of this kind. */
  readonly kind?: string | undefined
  /** Happened at this moment or later. */
  readonly from?: Date | undefined
  /** Only entries before this moment. */
  readonly to?: Date | undefined
  /** Only entries after this one in the list; it need not be stored any more. */
  readonly after?: Pick<AuditEntry, 'at' | 'seq'> | undefined
  /** The largest number of entries to return. */
  readonly limit: number
}
