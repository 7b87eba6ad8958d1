/** A tenant to be made in the credential store. */
export interface NewTenant {
  /** The realm name. */
  readonly id: string
  readonly name: string
  /** Kept with the realm, so that only the sign-up that made it can remove it. */
  readonly reservation: string
}

/** The first user of a new tenant. */
export interface NewUser {
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Byte for byte as typed. */
  readonly password: string
}

/** A user the store knows. */
export interface CredentialUser {
  readonly tenantId: string
  /** The store's own identifier, as `createTenant` gave it. */
  readonly credentialId: string
  readonly username: string
}

/** What the store says of a password. */
export type PasswordCheck =
  | { readonly accepted: true; readonly groups: readonly string[] }
  | { readonly accepted: false }

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
  createTenant(
    tenant: NewTenant,
    firstUser: NewUser,
  ): Promise<{ readonly credentialId: string; readonly groups: readonly string[] } | null>

  /** Removes the realm if it carries this reservation; otherwise, and if there is none, nothing. */
  removeTenant(tenant: Pick<NewTenant, 'id' | 'reservation'>): Promise<void>

  /**
   * Whether this is the user's password. Unknown user, disabled user, unknown realm and wrong
   * password are all the same answer: not accepted.
   */
  checkPassword(user: CredentialUser, password: string): Promise<PasswordCheck>

  /** Takes as long as a refused check, for nobody: so that time does not tell who exists (T-34). */
  checkNobody(password: string): Promise<void>

  /** Replaces the password. Repeating it is harmless. */
  setPassword(user: CredentialUser, password: string): Promise<void>

  /** Lets the user in again or keeps them out. */
  setEnabled(user: CredentialUser, enabled: boolean): Promise<void>

  /** Removes the user; if there is none, nothing. */
  removeUser(user: CredentialUser): Promise<void>

  /** Returns when the store can work. */
  checkReady(): Promise<void>
}
