import type { Account } from '../records/account.ts'
import type { LifeState } from './life.ts'

/** What the life of an account is told from. */
export type LivingAccount = Pick<Account, 'emailVerified' | 'status'>

/**
 * Where an address stands in a tenant.
 *
 * @param account What the tenant has on record for the address, if anything.
 * @param isInvited Whether an invitation of the tenant is open for the address.
 */
export function lifeOf(
  account: LivingAccount | undefined,
  { isInvited = false }: { readonly isInvited?: boolean } = {},
): LifeState {
  if (account?.status === 'disabled') {
    return { kind: 'disabled', emailVerified: account.emailVerified }
  }
  if (account?.status === 'active') {
    return { kind: account.emailVerified ? 'active' : 'unconfirmed' }
  }
  if (isInvited) return { kind: 'invited' }
  return { kind: account?.status === 'removing' ? 'removed' : 'absent' }
}

/**
 * How an account is kept on record in a state, so that {@link lifeOf} tells it again. Without an
 * account there is nothing to keep.
 */
export function recordOf(state: LifeState): Partial<LivingAccount> {
  switch (state.kind) {
    case 'absent':
    case 'invited':
      return {}
    case 'unconfirmed':
      return { status: 'active', emailVerified: false }
    case 'active':
      return { status: 'active', emailVerified: true }
    case 'disabled':
      return { status: 'disabled', emailVerified: state.emailVerified }
    case 'removed':
      return { status: 'removing' }
  }
}
