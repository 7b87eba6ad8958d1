import type { Ports } from '../ports/ports.ts'
import type { AuditSeal, ChainEnd, ChainedEntry } from '../records/audit-chain.ts'
import { chainBegin, signatureOf, walkChain } from './chain.ts'

/** A fault that was found in an audit log. */
export type AuditFault =
  /** There is no seal: no entry has been chained yet, or the seal was removed. */
  | { readonly kind: 'no_seal' }
  /** The seal was not signed by this service, or with a key that is not known here. */
  | { readonly kind: 'forged_seal' }
  /** This entry was changed, moved or inserted, or entries before it were removed. */
  | { readonly kind: 'misfit'; readonly seq: number }
  /** Entries are missing at the end. */
  | { readonly kind: 'end_missing'; readonly entries: number }

/** The result of verifying an audit log. */
export interface AuditProof {
  /** How many entries are proved to be unchanged since they were chained. */
  readonly proved: number
  /** How many entries are not chained yet; nothing is proved about them. */
  readonly waiting: number
  /** The seal that was read last; `null` when there is none. */
  readonly seal: AuditSeal | null
  /** The first fault; `null` when there is none. */
  readonly fault: AuditFault | null
}

/** Options for verifying an audit log. */
export interface VerifyAuditOptions {
  /** How many entries are read in one transaction. */
  readonly batchSize?: number
  /** Called after each batch with how many entries are proved so far. */
  readonly onProgress?: (proved: number) => void
}

/**
 * Verifies the whole chain, one batch in each transaction. Entries may be recorded, chained and removed by
 * retention meanwhile. Changes nothing.
 *
 * It cannot detect a chain that was built again by a person who has the master key, nor a restored older
 * state of the whole database. To detect these, compare the end of the chain with one that was noted
 * elsewhere.
 */
export async function verifyAudit(
  ports: Pick<Ports, 'secrets' | 'store'>,
  { batchSize = 1000, onProgress }: VerifyAuditOptions = {},
): Promise<AuditProof> {
  let end = chainBegin
  let proved = 0
  for (;;) {
    const { seal, entries, waiting } = await ports.store.transaction(async (tx) => {
      const found = await tx.auditChain.findSeal()
      const after = found ? later(end, found.cut) : end
      return {
        seal: found ?? null,
        entries: await tx.auditChain.listChained(after.position, batchSize),
        waiting: await tx.auditChain.countWaiting(),
      }
    })
    const step = check(ports, { seal, entries, end, isLast: entries.length < batchSize })
    proved += step.fitting
    end = step.end
    onProgress?.(proved)
    const { fault } = step
    if (fault || entries.length < batchSize) return { proved, waiting, seal, fault }
  }
}

interface Batch {
  readonly seal: AuditSeal | null
  readonly entries: readonly ChainedEntry[]
  /** The end of the batch before. */
  readonly end: ChainEnd
  readonly isLast: boolean
}

interface ChainStep {
  readonly end: ChainEnd
  readonly fitting: number
  readonly fault: AuditFault | null
}

function check({ secrets }: Pick<Ports, 'secrets'>, batch: Batch): ChainStep {
  const { seal, entries, isLast } = batch
  const nothing = { end: batch.end, fitting: 0 }
  if (!seal) return { ...nothing, fault: { kind: 'no_seal' } }
  if (signatureOf(secrets, seal) === 'none') return { ...nothing, fault: { kind: 'forged_seal' } }
  // Retention may have removed entries meanwhile that were not read yet.
  const { misfit, end, fitting } = walkChain(secrets, later(batch.end, seal.cut), entries)
  const stranger = misfit ?? entries.find(({ position }) => position > seal.head.position)
  if (stranger) return { end, fitting, fault: { kind: 'misfit', seq: stranger.seq } }
  const missing = seal.head.position - end.position
  if (isLast && missing > 0)
    return { end, fitting, fault: { kind: 'end_missing', entries: missing } }
  const last = entries.at(-1)
  if (last && missing === 0 && end.hash !== seal.head.hash) {
    return { end, fitting, fault: { kind: 'misfit', seq: last.seq } }
  }
  return { end, fitting, fault: null }
}

function later(one: ChainEnd, other: ChainEnd): ChainEnd {
  return one.position >= other.position ? one : other
}
