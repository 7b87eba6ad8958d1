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

/** An account under removal: it no longer works, but its username is still taken. */
export interface RemovalBegun {
  /** Marks a removal that has started. */
  readonly kind: 'removal_begun'
  /** The account before the removal. */
  readonly account: Account
}

interface Removing {
  readonly account: Account
  readonly from: Requester
  /** The fields of the audit entry, besides the account. */
  readonly fact: Pick<AuditFact, 'kind' | 'actorId'>
}

/**
 * Starts the removal of an account for good, and ends its sessions and tokens. {@link finishRemoval} does the
 * rest after the transaction.
 *
 * Refusals: `last_administrator`; `not_found` when it is being removed already.
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
 * Removes the user of a `removing` account from the credential store, then the account from our records. Only
 * then its username is free. A repetition does no harm.
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

/** How many accounts are read in one transaction. */
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
