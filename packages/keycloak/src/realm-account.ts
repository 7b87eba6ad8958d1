import { randomBytes } from 'node:crypto'
import type { LeasedTokenKey } from '@gatehouse/auth-core/ports'

/** How far a realm of ours has come. */
export type RealmStatus =
  /** It is being made, or was when the process that made it died. */
  | 'begun'
  /** It is there, and in use. */
  | 'live'
  /** The sign-up was given up and no realm was seen. One that appears all the same is removed. */
  | 'abandoned'

/** The account through which we act in one realm, and in that one alone. */
export interface RealmAccount {
  /** Of the sign-up that asked for the realm; kept with the realm too. */
  readonly reservation: string
  /** The name of the realm, which is the tenant's id. */
  readonly realm: string
  /** How far the realm has come. */
  readonly status: RealmStatus
  /** What the realm's clients authenticate with. */
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
 * realm can come to be that we cannot enter.
 *
 * All methods throw a {@link PortError} `credential_store` when the records cannot be used.
 */
export interface RealmAccounts {
  /**
   * Adds an account.
   *
   * @returns `false` when there is one for the reservation already, which is left as it is.
   */
  add(account: RealmAccount): Promise<boolean>

  /**
   * Adds the account of a sign-up, as long as that may still succeed.
   *
   * @throws {PortError} Also when the sign-up was given up: its realm would have no owner.
   */
  begin(account: RealmAccount): Promise<boolean>

  /** The account of a reservation, whatever its status. */
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

  /**
   * Makes sure that the token which is spent on a password is still under this claim: another process
   * may have taken it over, and set another password.
   *
   * @throws {PortError} `timeout` when it is not.
   */
  requireLease(claim: LeasedTokenKey): Promise<void>

  /** Forgets it; nothing where there is none. */
  remove(reservation: string): Promise<void>
}

/** New secrets for the two clients of a realm, 256 random bits each. */
export function newRealmSecrets(): RealmSecrets {
  return { login: newSecret(), admin: newSecret() }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
