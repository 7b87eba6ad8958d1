import type { Account } from '../records/account.ts'
import type { LifeState } from './life.ts'

/** The fields of an account that its state is derived from. */
export type LivingAccount = Pick<Account, 'emailVerified' | 'status'>

/**
 * Derives the state of an address in a tenant.
 *
 * @param account The tenant's account for the address, if there is one.
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
 * The fields that store a state, so that {@link lifeOf} derives the same state again. Empty for states
 * without an account.
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
