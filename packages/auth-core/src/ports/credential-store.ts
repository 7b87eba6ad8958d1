import type { Role } from '../records/account.ts'
import type { OneTimeToken, TokenLease } from '../records/one-time-token.ts'

/** A tenant to create in the credential store. */
export interface NewTenant {
  /** The realm name. */
  readonly id: string
  /** The display name of the organization. */
  readonly name: string
  /** Kept with the realm, so that only the sign-up that made it can remove it. */
  readonly reservation: string
}

/** A user to create. */
export interface NewUser {
  /** The username in canonical form: lower case, unique over all tenants. */
  readonly username: string
  /** The address as the person typed it. */
  readonly email: string
  /** First name as typed, 1 to 100 characters. */
  readonly firstName: string
  /** Last name as typed, 1 to 100 characters. */
  readonly lastName: string
  /** To be kept byte for byte. */
  readonly password: string
}

/** What the store knows of a person, besides the means to sign in. */
export type UserProfile = Partial<Pick<NewUser, 'email' | 'firstName' | 'lastName'>>

/** A user the store knows. */
export interface CredentialUser {
  /** The realm name. */
  readonly tenantId: string
  /** The store's own identifier, as `createTenant` gave it. */
  readonly credentialId: string
  /** The username in canonical form: lower case. */
  readonly username: string
}

/** A token under the lease of the process that spends it. */
export type LeasedTokenKey = Pick<OneTimeToken, 'digest' | 'purpose'> & {
  readonly lease: TokenLease
}

/** The store's answer about a password; if it is accepted, with the user's groups. */
export type PasswordCheck =
  | {
      /** The password is right, and the user is enabled. */
      readonly accepted: true
      /** The user's groups in the store, in any order. */
      readonly groups: readonly string[]
    }
  | {
      /**
       * The password is wrong, the user is disabled, or there is no such user; the answer does not tell
       * which.
       */
      readonly accepted: false
    }

/** A user that the store has created. */
export interface MadeUser {
  /** The store's own identifier. */
  readonly credentialId: string
  /** The user's groups in the store, in any order. */
  readonly groups: readonly string[]
}

/**
 * Keeps passwords and groups, a realm for each tenant. Every method may take seconds.
 *
 * Calls may come at the same time: each does its work as if it came alone.
 *
 * All methods throw a {@link PortError} `credential_store` when the store cannot do its work; a
 * wrong password is never an error.
 *
 * Contract: `credentialStoreContract` in `@gatehouse/auth-core/contracts`.
 */
export interface CredentialStore {
  /**
   * Creates a realm with its first user. All or nothing as far as the store can; after a failure,
   * `removeTenant` removes the remains.
   *
   * @returns The user's identifier in the store and its groups. `null` when a realm of that name exists; it
   * is not changed.
   */
  createTenant(tenant: NewTenant, firstUser: NewUser): Promise<MadeUser | null>

  /**
   * Removes the realm if it carries this reservation. Does nothing if it carries another, or does not exist.
   */
  removeTenant(tenant: Pick<NewTenant, 'id' | 'reservation'>): Promise<void>

  /**
   * Adds a user to the realm of a tenant, in these groups; missing groups are created. After a failure the
   * user may exist all the same; `removeUser` with the username removes it.
   *
   * @returns The user's identifier in the store and its groups. `null` when the realm has a user of that
   * name; it is not changed.
   * @throws {PortError} `rejected` when there is no such realm.
   */
  addUser(tenantId: string, user: NewUser, groups: readonly string[]): Promise<MadeUser | null>

  /**
   * Checks whether this is the user's password. A username under an identifier that is not its own is
   * unknown. An unknown user, a disabled user, an unknown realm and a wrong password get the same answer:
   * not accepted.
   */
  checkPassword(user: CredentialUser, password: string): Promise<PasswordCheck>

  /**
   * Takes as long as a check of a wrong password, so that the time does not reveal which users exist (T-34).
   */
  checkNobody(password: string): Promise<void>

  /**
   * Replaces the password. Repeating it is harmless.
   *
   * @param claim The token that is spent on it. A store that shares its database with the records
   *   replaces nothing once another has leased the token, and throws `timeout`. Another store takes
   *   no notice: after a `timeout` of that one the password may still change later.
   */
  setPassword(user: CredentialUser, password: string, claim?: LeasedTokenKey): Promise<void>

  /** Enables or disables the user. A repetition does no harm. */
  setEnabled(user: CredentialUser, enabled: boolean): Promise<void>

  /**
   * Puts the user into these groups and out of all others. Missing groups are created. A repetition does no
   * harm, and completes the work of a failed call.
   *
   * @param groups Names, or paths of names with `/` between them, as `checkPassword` reports them.
   * @returns The user's groups in the store afterwards, in the store's spelling, in any order.
   * @throws {PortError} `rejected` when there is no such user.
   */
  setGroups(user: CredentialUser, groups: readonly string[]): Promise<readonly string[]>

  /**
   * Passes on the role of the user in our records, for stores that keep roles too. Our records stay decisive.
   * A repetition does no harm. Does nothing if there is no such user.
   */
  setRole(user: CredentialUser, role: Role): Promise<void>

  /**
   * Replaces the profile of a person; a field that is left out stays. The password and the groups stay. A
   * repetition does no harm.
   */
  setProfile(user: CredentialUser, profile: UserProfile): Promise<void>

  /** Removes the user, by username if `credentialId` is empty. Does nothing if there is no such user. */
  removeUser(user: CredentialUser): Promise<void>

  /** Resolves when the store can work. */
  checkReady(): Promise<void>
}
