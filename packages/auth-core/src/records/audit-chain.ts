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

/** Where the chain begins and ends. A single signed record. */
export interface AuditSeal {
  /** The last entry that retention removed; position 0 and an empty hash while it has removed none. */
  readonly cut: ChainEnd
  /** When that entry happened, or when the chain was begun. */
  readonly since: Date
  /** The last chained entry; equal to `cut` when no chained entry is left. */
  readonly head: ChainEnd
  /** Keyed digest of all of the above. */
  readonly signature: string
}
