/**
 * The chain of the audit log. Each entry is hashed together with the hash of the entry before, and both ends
 * are signed. An entry that is changed, removed or moved later no longer fits the chain (T-106).
 */
import { canonicalJson } from '../lib/canonical-json.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { AuditEntry } from '../records/audit.ts'
import type { AuditLink, AuditSeal, ChainEnd, ChainedEntry } from '../records/audit-chain.ts'

/** The start of a chain from which retention has removed nothing yet. */
export const chainBegin: ChainEnd = { position: 0, hash: '' }

/** The link of the entry that comes after an end. */
export function linkAfter(
  { hash }: Pick<Secrets, 'hash'>,
  before: ChainEnd,
  { seq, at, detail, ...entry }: AuditEntry,
): AuditLink {
  const position = before.position + 1
  const text = canonicalJson({
    previous: before.hash,
    position,
    seq,
    at: at.getTime(),
    kind: entry.kind,
    outcome: entry.outcome,
    account_id: entry.accountId,
    actor_id: entry.actorId,
    tenant_id: entry.tenantId,
    client: entry.client,
    network: entry.network,
    user_agent: entry.userAgent,
    request_id: entry.requestId,
    detail,
  })
  return { seq, position, hash: hash(text) }
}

/** The result of checking that entries fit onto each other. */
export interface ChainWalk {
  /** The last entry that fits. */
  readonly end: ChainEnd
  /** How many fit. */
  readonly fitting: number
  /** The first entry that does not fit; `undefined` when all fit. */
  readonly misfit: ChainedEntry | undefined
}

/** Checks that entries, in the order of their positions, continue the chain from an end. */
export function walkChain(
  secrets: Pick<Secrets, 'hash'>,
  from: ChainEnd,
  entries: readonly ChainedEntry[],
): ChainWalk {
  let end = from
  for (const [fitting, entry] of entries.entries()) {
    const { position, hash } = linkAfter(secrets, end, entry)
    if (entry.position !== position || entry.hash !== hash) return { end, fitting, misfit: entry }
    end = { position, hash }
  }
  return { end, fitting: entries.length, misfit: undefined }
}

/** Signs the ends of the chain. */
export function signSeal(
  { digest }: Pick<Secrets, 'digest'>,
  ends: Omit<AuditSeal, 'signature'>,
): AuditSeal {
  return { ...ends, signature: digest('audit_chain', textOf(ends)) }
}

/** Whether this service signed the seal: with the current key, with an earlier one, or not at all. */
export function signatureOf(
  { digests, equal }: Pick<Secrets, 'digests' | 'equal'>,
  seal: AuditSeal,
): 'current' | 'earlier' | 'none' {
  const [current = '', ...earlier] = digests('audit_chain', textOf(seal))
  if (equal(seal.signature, current)) return 'current'
  return earlier.some((each) => equal(seal.signature, each)) ? 'earlier' : 'none'
}

function textOf({ cut, since, head }: Omit<AuditSeal, 'signature'>): string {
  return canonicalJson({
    cut: { position: cut.position, hash: cut.hash },
    since: since.getTime(),
    head: { position: head.position, hash: head.hash },
  })
}
