import type { AuthSettings } from '../settings.ts'
import { type LivingAccount, lifeOf } from './life-of.ts'
import { mayOf, type Rights } from './may-of.ts'

/** What an account may do, as our records have it now. That its tenant is active is asked elsewhere. */
export function rightsOf(
  { unconfirmedAccounts }: Pick<AuthSettings, 'unconfirmedAccounts'>,
  account: LivingAccount,
): Rights {
  return mayOf(lifeOf(account), unconfirmedAccounts)
}
