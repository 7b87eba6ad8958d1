import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { AuditLink, AuditSeal } from '../records/audit-chain.ts'
import { AuditTampered } from './audit-tampered.ts'
import { chainBegin, linkAfter, signatureOf, signSeal } from './chain.ts'

/** The ports that chaining the audit log needs. */
export type ChainPorts = Pick<Ports, 'clock' | 'secrets' | 'store'>

/**
 * The largest number of entries in one transaction. Small, because logins wait meanwhile on a database with a
 * single writer.
 */
const entriesAtOnce = 200

/**
 * The largest number of batches in one run, so that others get their turn and a stopping process does not
 * wait.
 */
const batchesAtOnce = 20

/**
 * Chains the waiting entries in the order of their numbers, one batch in each transaction. Several processes
 * may run it: they take turns on the same chain. Also signs the seal again after a change of the master key.
 *
 * @returns How many entries it chained; more may wait.
 * @throws {AuditTampered} When the seal is missing or was not signed by this service. To continue would sign
 * tampered entries.
 */
export async function chainAudit(ports: ChainPorts): Promise<number> {
  let chained = 0
  for (let batch = 0; batch < batchesAtOnce; batch += 1) {
    const count = await ports.store.transaction((tx) => chainBatch(ports, tx))
    chained += count
    if (count < entriesAtOnce) break
  }
  return chained
}

async function chainBatch({ clock, secrets }: ChainPorts, tx: Transaction): Promise<number> {
  const found = await findOwnSeal(secrets, tx)
  const { since, cut, head } = found ?? { since: clock.now(), cut: chainBegin, head: chainBegin }
  const entries = await tx.auditChain.listWaiting(entriesAtOnce)
  const links: AuditLink[] = []
  for (const entry of entries) links.push(linkAfter(secrets, links.at(-1) ?? head, entry))
  const end = links.at(-1) ?? head
  await tx.auditChain.link(links)
  const ends = { since, cut, head: { position: end.position, hash: end.hash } }
  const isSigned = found && signatureOf(secrets, found) === 'current'
  if (links.length > 0 || !isSigned) await tx.auditChain.putSeal(signSeal(secrets, ends))
  return links.length
}

/**
 * Finds the seal; `undefined` before the first entry is chained.
 *
 * @throws {AuditTampered} When the seal is missing or was not signed by this service.
 */
export async function findOwnSeal(
  secrets: ChainPorts['secrets'],
  { auditChain }: Pick<Transaction, 'auditChain'>,
): Promise<AuditSeal | undefined> {
  const seal = await auditChain.findSeal()
  const isOwn = seal
    ? signatureOf(secrets, seal) !== 'none'
    : (await auditChain.listChained(0, 1)).length === 0
  if (!isOwn) throw new AuditTampered()
  return seal
}
