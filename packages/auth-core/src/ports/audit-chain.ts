import type { AuditEntry } from '../records/audit.ts'
import type { AuditLink, AuditSeal, ChainedEntry } from '../records/audit-chain.ts'

/**
 * Keeps the links of the audit log's entries, and the seal of the chain. It checks nothing: what the
 * links say is the core's business.
 */
export interface AuditChain {
  /** The seal; `undefined` before the first. */
  findSeal(): Promise<AuditSeal | undefined>
  /** Stores the seal in place of the one before. */
  putSeal(seal: AuditSeal): Promise<void>
  /** Entries that have not been chained, by their numbers, the smallest first. */
  listWaiting(limit: number): Promise<readonly AuditEntry[]>
  /** How many have not been chained. */
  countWaiting(): Promise<number>
  /** Gives entries their links. Those that have one keep it. */
  link(links: readonly AuditLink[]): Promise<void>
  /** Entries behind this position, by their positions, the smallest first. */
  listChained(after: number, limit: number): Promise<readonly ChainedEntry[]>
  /** Removes the entries up to this position, that one included. @returns How many. */
  removeThrough(position: number): Promise<number>
}
