import { secondsAfter } from '../lib/time.ts'
import type { Transaction } from '../ports/store.ts'
import { AuditTampered } from './audit-tampered.ts'
import { signSeal, walkChain } from './chain.ts'
import { type ChainPorts, findOwnSeal } from './chain-audit.ts'

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
 * Removes entries that are older than they are to be kept, from the front of the chain alone, and
 * notes where: what is left can be proved as before. An entry that is dated later than it happened
 * holds those behind it back until its own time has come.
 *
 * @returns How many it has removed; more may be due.
 * @throws {AuditTampered} When what would be removed does not fit the chain, so that it stays to be
 *   looked at.
 * @throws {TypeError} When `keepSeconds` is no duration: every entry would be older.
 */
export async function cutAudit(ports: ChainPorts, keepSeconds: number): Promise<number> {
  if (!(Number.isFinite(keepSeconds) && keepSeconds >= 0)) throw new TypeError('no duration')
  const before = secondsAfter(ports.clock.now(), -keepSeconds)
  let removed = 0
  for (let batch = 0; batch < batchesAtOnce; batch += 1) {
    const count = await ports.store.transaction((tx) => cutBatch(ports, tx, before))
    removed += count
    if (count < entriesAtOnce) break
  }
  return removed
}

async function cutBatch({ secrets }: ChainPorts, tx: Transaction, before: Date): Promise<number> {
  const seal = await findOwnSeal(secrets, tx)
  if (!seal) return 0
  const front = await tx.auditChain.listChained(seal.cut.position, entriesAtOnce)
  const firstToKeep = front.findIndex(({ at }) => at >= before)
  const old = firstToKeep === -1 ? front : front.slice(0, firstToKeep)
  const last = old.at(-1)
  if (!last) return 0
  const { end, misfit } = walkChain(secrets, seal.cut, old)
  if (misfit || end.position > seal.head.position) throw new AuditTampered()
  await tx.auditChain.removeThrough(end.position)
  await tx.auditChain.putSeal(signSeal(secrets, { cut: end, since: last.at, head: seal.head }))
  return old.length
}
