import type { Role } from '../records/account.ts'
import type { OneTimeToken, TokenLease } from '../records/one-time-token.ts'

/** A tenant to be made in the credential store. */
export interface NewTenant {
  /** The realm name. */
  readonly id: string
  /** What people call the organization. */
  readonly name: string
  /** Kept with the realm, so that only the sign-up that made it can remove it. */
  readonly reservation: string
}

/** A user to be made. */
export interface NewUser {
  /** Canonical: lower case, unique over all tenants. */
  readonly username: string
  /** As the person gave it. */
  readonly email: string
  /** As typed, 1 to 100 characters. */
  readonly firstName: string
  /** As typed, 1 to 100 characters. */
  readonly lastName: string
  /** To be kept byte for byte. */
  readonly password: string
}

/** What the store keeps of a person, beside what they sign in with. */
export type UserProfile = Partial<Pick<NewUser, 'email' | 'firstName' | 'lastName'>>

/** A user the store knows. */
export interface CredentialUser {
  /** The realm name. */
  readonly tenantId: string
  /** The store's own identifier, as `createTenant` gave it. */
  readonly credentialId: string
  /** Canonical. */
  readonly username: string
}

/** A token under the lease of the process that spends it. */
export type LeasedTokenKey = Pick<OneTimeToken, 'digest' | 'purpose'> & {
  readonly lease: TokenLease
}

/** What the store says of a password: with `accepted`, the user's `groups` in the store. */
export type PasswordCheck =
  | {
      /** It is this user's password, and the user is enabled. */
      readonly accepted: true
      /** The user's groups in the store, in any order. */
      readonly groups: readonly string[]
    }
  | {
      /** It is not, or there is no such user; the answer does not tell which. */
      readonly accepted: false
    }

/** A user, as the store has made it. */
export interface MadeUser {
  /** The store's own identifier. */
  readonly credentialId: string
  /** The user's groups in the store, in any order. */
  readonly groups: readonly string[]
}

/**
 * Keeps passwords and groups, a realm for each tenant. Every method may take seconds.
 *
 * All methods throw a {@link PortError} `credential_store` when the store cannot do its work; a
 * wrong password is never an error.
 *
 * Contract: `credentialStoreContract` in `@gatehouse/auth-core/contracts`.
 */
export interface CredentialStore {
  /**
   * Makes a realm with its first user. All or nothing as far as the store can: after a failure
   * `removeTenant` clears what may be left.
   *
   * @returns The user's identifier in the store and its groups, or `null` when a realm of that
   *   name exists; that realm is left untouched and is never joined.
   */
  createTenant(tenant: NewTenant, firstUser: NewUser): Promise<MadeUser | null>

  /** Removes the realm if it carries this reservation; otherwise, and if there is none, nothing. */
  removeTenant(tenant: Pick<NewTenant, 'id' | 'reservation'>): Promise<void>

  /**
   * Adds a user to the realm of a tenant, in these groups; groups that are missing are made. After a
   * failure the user may be there all the same: `removeUser` by the username clears that.
   *
   * @returns The user's identifier in the store and its groups, or `null` when the realm has a user
   *   of that name, which is left as it is.
   * @throws {PortError} Also `rejected` when there is no such realm.
   */
  addUser(tenantId: string, user: NewUser, groups: readonly string[]): Promise<MadeUser | null>

  /**
   * Whether this is the user's password. Unknown user, disabled user, unknown realm and wrong
   * password are all the same answer: not accepted.
   */
  checkPassword(user: CredentialUser, password: string): Promise<PasswordCheck>

  /** Takes as long as a refused check of no user, so that time does not tell who exists (T-34). */
  checkNobody(password: string): Promise<void>

  /**
   * Replaces the password. Repeating it is harmless.
   *
   * @param claim The token that is spent on it. A store that shares its database with the records
   *   replaces nothing once another has claimed the token, and throws `timeout`. Another store takes
   *   no notice: after a `timeout` of that one the password may still change later.
   */
  setPassword(user: CredentialUser, password: string, claim?: LeasedTokenKey): Promise<void>

  /** Enables or disables the user. Repeating it is harmless. */
  setEnabled(user: CredentialUser, enabled: boolean): Promise<void>

  /**
   * Puts the user into these groups, and takes them out of all others. Groups that are not there are
   * made. Repeating it is harmless, and completes what a failure left half done.
   *
   * @param groups Names, or paths of names with `/` between them, as `checkPassword` reports them.
   * @returns The user's groups in the store afterwards, in its own spelling, in any order.
   * @throws {PortError} `rejected` when there is no such user.
   */
  setGroups(user: CredentialUser, groups: readonly string[]): Promise<readonly string[]>

  /**
   * Tells the role that the user has in our records, for stores that keep one, too: what counts is
   * ours. Repeating it is harmless; if there is no such user, nothing happens.
   */
  setRole(user: CredentialUser, role: Role): Promise<void>

  /**
   * Replaces what the store keeps of a person; what is left out stays. The user signs in as before,
   * and is in the same groups. Repeating it is harmless.
   */
  setProfile(user: CredentialUser, profile: UserProfile): Promise<void>

  /** Removes the user, by the username where `credentialId` is empty; if there is none, nothing. */
  removeUser(user: CredentialUser): Promise<void>

  /** Resolves when the store can work. */
  checkReady(): Promise<void>
}
