import type { AccountPower } from '../authorization/lowers-protection.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'

/**
 * Whether a change would leave an organization without an active `company_admin`. Ask it in the transaction
 * that makes the change, so that one of two concurrent changes sees the other.
 *
 * @param after The account after the change; `null` when it is removed.
 */
export async function isLastAdministrator(
  tx: Pick<Transaction, 'accounts'>,
  before: Account,
  after: AccountPower | null,
): Promise<boolean> {
  if (!administers(before) || administers(after)) return false
  return (await tx.accounts.countAdministrators(before.tenantId)) <= 1
}

function administers(account: AccountPower | null): boolean {
  return account?.role === 'company_admin' && account.status === 'active'
}
