import type { AuditEntry } from './audit.ts'

/** The place of an entry in the chain. */
export interface AuditLink {
  /** `AuditEntry.seq` */
  readonly seq: number
  /** 1 for the first entry that was ever chained, then one more each. */
  readonly position: number
  /** Hash of the entry, its position and the hash of the one before. */
  readonly hash: string
}

/** An entry that has been chained. */
export type ChainedEntry = AuditEntry & AuditLink

/** One end of the chain. */
export type ChainEnd = Pick<AuditLink, 'position' | 'hash'>

/** Where the chain begins and ends. One record, signed. */
export interface AuditSeal {
  /** The last entry that retention has removed; position 0 and no hash before it has removed one. */
  readonly cut: ChainEnd
  /** When that entry happened, or when the chain was begun. */
  readonly since: Date
  /** The last entry that has been chained; the same as `cut` when there is none. */
  readonly head: ChainEnd
  /** Keyed digest of all of the above. */
  readonly signature: string
}
