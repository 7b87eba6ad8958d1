import type { Account, Role } from '@gatehouse/auth-core/ports'
import type { RealmUser } from './realm-users.ts'

/** One difference between a user and our records. */
export interface UserDifference {
  /** The kind of difference, from a closed list. */
  readonly code:
    | 'user_missing'
    /** Another user has the name in Keycloak. */
    | 'user_replaced'
    | 'user_renamed'
    /** Disabled in Keycloak, but enabled in our records. */
    | 'user_disabled'
    /** Disabled in our records, but enabled in Keycloak. */
    | 'user_enabled'
    | 'user_required_action'
    | 'user_email_flag'
    | 'user_role'
  /** The username of the account in our records. */
  readonly username: string
  /** The actual value, as text for people. */
  readonly is: string
  /** The expected value, as text for people. */
  readonly should: string
}

/** What Keycloak knows about an account. */
export interface UserView {
  /** The user with the account's identifier. */
  readonly user: RealmUser | undefined
  /** The user with the account's username. */
  readonly namesake: RealmUser | undefined
  /** The roles of ours that the user was given. */
  readonly roles: readonly Role[]
}

/**
 * Compares a user with our record of them, in a realm that we created (`ours`) or in one that existed before
 * (`guest`), where the operator decides roles and confirmed addresses.
 */
export function compareUser(
  account: Account,
  { user, namesake, roles }: UserView,
  kind: 'ours' | 'guest',
): readonly UserDifference[] {
  const { username } = account
  if (!user) return [missing(account, namesake)]
  const compared: readonly (readonly [UserDifference['code'], string, string])[] = [
    ['user_renamed', user.username, username],
    ...compareEnabled(account, user),
    ['user_required_action', listed(user.requiredActions), 'none'],
    // Whether an address is confirmed is for our records to say.
    ...(kind === 'ours'
      ? ([
          ['user_email_flag', user.emailVerified ? 'confirmed' : 'not confirmed', 'not confirmed'],
          ['user_role', listed(privileges(roles)), listed(privileges([account.role]))],
        ] as const)
      : []),
  ]
  return compared
    .filter(([, is, should]) => is !== should)
    .map(([code, is, should]) => ({ code, username, is, should }))
}

function missing({ username }: Account, namesake: RealmUser | undefined): UserDifference {
  return namesake
    ? { code: 'user_replaced', username, is: 'another user', should: 'the one on record' }
    : { code: 'user_missing', username, is: 'missing', should: 'there' }
}

function compareEnabled({ status }: Account, { enabled }: RealmUser) {
  if (status === 'active') {
    return [['user_disabled', enabled ? 'enabled' : 'disabled', 'enabled']] as const
  }
  return [['user_enabled', enabled ? 'enabled' : 'disabled', 'disabled']] as const
}

/** Leaves out the role `user`: it allows nothing, and a sign-up does not assign it. */
function privileges(roles: readonly Role[]): readonly Role[] {
  return roles.filter((role) => role !== 'user')
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.toSorted().join(', ')
}
