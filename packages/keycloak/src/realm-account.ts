/** How far a realm of ours has come. */
export type RealmStatus =
  /** It is being made, or was when its provisioning died. */
  | 'begun'
  | 'live'
  /** Its provisioning gave it up without seeing it. If it appears all the same, it is to be removed. */
  | 'abandoned'

/** The account through which we act in one realm, and in that one alone. */
export interface RealmAccount {
  /** Of the sign-up that asked for the realm; kept with the realm too. */
  readonly reservation: string
  readonly realm: string
  readonly status: RealmStatus
  readonly secrets: RealmSecrets
  /** When it came to this status. */
  readonly since: Date
}

/** What the two clients of a realm authenticate with. */
export interface RealmSecrets {
  /** Of the client that checks passwords. */
  readonly login: string
  /** Of the client that administers the realm. */
  readonly admin: string
}

/**
 * Remembers the accounts, their secrets sealed. Each is noted before its realm is made, so that no
 * realm can come to be that nobody has the key to.
 *
 * All methods throw a {@link PortError} `credential_store` when the records cannot be used.
 */
export interface RealmAccounts {
  /** @returns `false` when there is one for the reservation already, which is left as it is. */
  add(account: RealmAccount): Promise<boolean>

  /**
   * Adds the one of a sign-up, as long as that may still succeed.
   *
   * @throws {PortError} Also when the sign-up was given up: nobody would look for its realm.
   */
  begin(account: RealmAccount): Promise<boolean>

  find(reservation: string): Promise<RealmAccount | undefined>

  /** The live one of a realm: there is at most one. */
  findLive(realm: string): Promise<RealmAccount | undefined>

  /** The abandoned ones, all of them or those of one realm. */
  findAbandoned(realm?: string): Promise<readonly RealmAccount[]>

  /**
   * Notes that the realm of one that was begun is there.
   *
   * @returns `false`, and nothing changed, when it is not `begun`: it was given up meanwhile.
   */
  goLive(reservation: string, since: Date): Promise<boolean>

  /** Notes how far it has come; nothing where there is none. */
  mark(reservation: string, status: RealmStatus, since: Date): Promise<void>

  /** Forgets it; nothing where there is none. */
  remove(reservation: string): Promise<void>
}
