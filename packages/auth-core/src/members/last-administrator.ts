import type { AccountPower } from '../authorization/lowers-protection.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'

/**
 * Whether a change would leave an organization without an active `company_admin`. To be asked in the
 * transaction that makes the change: of two that are made at once, one sees what the other did.
 *
 * @param after The account as it is to be; `null` when it goes.
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
