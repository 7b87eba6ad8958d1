import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'

/** Whether another account of the same organization has an address. @param emailCanonical Canonical. */
export async function isMember(
  tx: Transaction,
  { id, tenantId }: Pick<Account, 'id' | 'tenantId'>,
  emailCanonical: string,
): Promise<boolean> {
  const all = await tx.accounts.findByEmail(emailCanonical)
  return all.some((other) => other.tenantId === tenantId && other.id !== id)
}
