import type { Account, Role } from '@gatehouse/auth-core/ports'
import type { RealmUser } from './realm-users.ts'

/** One thing about a user that is not as our records say. */
export interface UserDifference {
  /** The kind of difference, from a closed list. */
  readonly code:
    | 'user_missing'
    /** Another user has the name in Keycloak. */
    | 'user_replaced'
    | 'user_renamed'
    /** Kept out in Keycloak, and not by us. */
    | 'user_disabled'
    /** Kept out by us, and not in Keycloak. */
    | 'user_enabled'
    | 'user_required_action'
    | 'user_email_flag'
    | 'user_role'
  /** The username of the account in our records. */
  readonly username: string
  /** What is there, as text for people. */
  readonly is: string
  /** What should be there, as text for people. */
  readonly should: string
}

/** What Keycloak knows of an account. */
export interface UserView {
  /** The one with the account's identifier. */
  readonly user: RealmUser | undefined
  /** The one with the account's username. */
  readonly namesake: RealmUser | undefined
  /** Which of the roles that we know they were given. */
  readonly roles: readonly Role[]
}

/**
 * Compares a user with our record of them, in a realm of ours (`ours`) or in one that was there
 * before us (`guest`), where roles and confirmed addresses are its operator's business.
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

/** The role `user` is left out: it allows nothing, and a sign-up gives it to no one. */
function privileges(roles: readonly Role[]): readonly Role[] {
  return roles.filter((role) => role !== 'user')
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.toSorted().join(', ')
}
