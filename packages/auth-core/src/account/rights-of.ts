import type { AuthSettings } from '../settings.ts'
import { type LivingAccount, lifeOf } from './life-of.ts'
import { mayOf, type Rights } from './may-of.ts'

/** The rights of an account as our records have it now. Does not check that its tenant is active. */
export function rightsOf(
  { unconfirmedAccounts }: Pick<AuthSettings, 'unconfirmedAccounts'>,
  account: LivingAccount,
): Rights {
  return mayOf(lifeOf(account), unconfirmedAccounts)
}
