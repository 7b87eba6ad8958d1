import type { Ports } from '../ports/ports.ts'
import type { AuditSeal, ChainEnd, ChainedEntry } from '../records/audit-chain.ts'
import { chainBegin, signatureOf, walkChain } from './chain.ts'

/** What does not fit in an audit log. */
export type AuditFault =
  /** There is no seal: nothing has been chained yet, or it was removed. */
  | { readonly kind: 'no_seal' }
  /** The seal was not signed by this service, or with a key that is not known here. */
  | { readonly kind: 'forged_seal' }
  /** This entry was changed, moved or put in, or those before it were removed. */
  | { readonly kind: 'misfit'; readonly seq: number }
  /** Entries are missing at the end. */
  | { readonly kind: 'end_missing'; readonly entries: number }

/** What is proved of an audit log. */
export interface AuditProof {
  /** How many entries are as they were when they were chained. */
  readonly proved: number
  /** How many wait for the chain: of those nothing is proved. */
  readonly waiting: number
  /** The seal that was looked at last; `null` where there is none. */
  readonly seal: AuditSeal | null
  /** The first fault; `null` when there is none. */
  readonly fault: AuditFault | null
}

/** How an audit log is gone through. */
export interface VerifyAuditOptions {
  /** How many entries are read in one transaction. */
  readonly batchSize?: number
  /** Called after each batch with how many entries are proved so far. */
  readonly onProgress?: (proved: number) => void
}

/**
 * Goes through the whole chain, a batch in a transaction, while entries are recorded, chained and
 * removed by retention. Changes nothing.
 *
 * Not found is what was chained anew by a person who has the master key, and an older state of the
 * whole database: for that compare the end of the chain with one that was noted elsewhere.
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
  /** Where the batch before has ended. */
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
  // What was not read yet may have been removed by retention meanwhile.
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
