import type { AuditEntry } from '../records/audit.ts'
import type { AuditLink, AuditSeal, ChainedEntry } from '../records/audit-chain.ts'

/**
 * Stores the links of the audit log's entries, and the seal of the chain. It checks nothing: the core does.
 */
export interface AuditChain {
  /** The seal; `undefined` before the first. */
  findSeal(): Promise<AuditSeal | undefined>
  /** Stores the seal; it replaces the one before. */
  putSeal(seal: AuditSeal): Promise<void>
  /** Lists entries without a link, ordered by number, smallest first. */
  listWaiting(limit: number): Promise<readonly AuditEntry[]>
  /** The number of entries without a link. */
  countWaiting(): Promise<number>
  /** Stores links of entries. An entry that has a link keeps it. */
  link(links: readonly AuditLink[]): Promise<void>
  /** Lists entries after this position, ordered by position, smallest first. */
  listChained(after: number, limit: number): Promise<readonly ChainedEntry[]>
  /** Removes the entries up to and including this position. @returns How many. */
  removeThrough(position: number): Promise<number>
}
