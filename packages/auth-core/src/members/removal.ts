import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { voidCredentials } from '../account/void-credentials.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import { type AuditFact, requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import { isLastAdministrator } from './last-administrator.ts'

/** An account on its way out: nothing of it works any more, and its username is still taken. */
export interface RemovalBegun {
  /** Says which outcome this is. */
  readonly kind: 'removal_begun'
  /** As it was before. */
  readonly account: Account
}

interface Removing {
  readonly account: Account
  readonly from: Requester
  /** What goes on record, besides whom it is about. */
  readonly fact: Pick<AuditFact, 'kind' | 'actorId'>
}

/**
 * Puts an account on its way out, for good, and ends all that it is signed in with. What is left is
 * for {@link finishRemoval}, after the transaction.
 *
 * Refusals: `last_administrator`; `not_found` when it is on its way out already.
 */
export async function beginRemoval(
  ports: Pick<Ports, 'clock'>,
  tx: Transaction,
  { account, from, fact }: Removing,
): Promise<RemovalBegun | Refused> {
  const step = lifeAfter(lifeOf(account), { kind: 'removed' })
  if (!step.ok) return refused(step.refusal)
  if (await isLastAdministrator(tx, account, null)) return refused('last_administrator')
  const { id, tenantId } = account
  await tx.accounts.update({ ...account, status: 'removing' })
  if (step.effects.includes('end_sessions')) await voidCredentials(ports, tx, id)
  await tx.auditLog.record(requestEvent(from, { accountId: id, tenantId, ...fact }))
  return { kind: 'removal_begun', account }
}

/**
 * Takes the user of an account that is `removing` out of the credential store, then the account out
 * of our records: only then is its username free. Repeating it is harmless.
 *
 * @throws {PortError} When the credential store fails; the account stays `removing`.
 */
export async function finishRemoval(
  ports: Pick<Ports, 'credentialStore' | 'store'>,
  account: Account,
): Promise<void> {
  await ports.credentialStore.removeUser(account)
  await ports.store.transaction(async (tx) => {
    const found = await tx.accounts.find(account.id)
    if (found?.status === 'removing') await tx.accounts.remove(found.id)
  })
}

/** How many accounts are looked at in one transaction. */
const pageSize = 100

/**
 * Finishes the removals that a crash or a failure cut off.
 *
 * @returns How many were finished.
 * @throws What failed first, after all others were tried; the next run tries again.
 */
export async function finishRemovals(
  ports: Pick<Ports, 'credentialStore' | 'store'>,
): Promise<number> {
  let finished = 0
  const failures: unknown[] = []
  for (let after = ''; ; ) {
    const page = await ports.store.transaction((tx) =>
      tx.accounts.findRemoving({ after, limit: pageSize }),
    )
    for (const account of page) {
      try {
        await finishRemoval(ports, account)
        finished += 1
      } catch (error) {
        failures.push(error)
      }
    }
    const last = page.at(-1)
    if (!last) break
    after = last.id
  }
  if (failures.length > 0) throw failures[0]
  return finished
}
