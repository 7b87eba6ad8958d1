import { randomBytes } from 'node:crypto'
import type { LeasedTokenKey } from '@gatehouse/auth-core/ports'

/** The state of a realm. */
export type RealmStatus =
  /** The realm is being created, or its process died while creating it. */
  | 'begun'
  /** The realm exists and is in use. */
  | 'live'
  /** The sign-up was given up and no realm was found. A realm that appears later is removed. */
  | 'abandoned'

/** Our account in one realm, without rights in other realms. */
export interface RealmAccount {
  /** The reservation of the sign-up that asked for the realm; also stored in the realm. */
  readonly reservation: string
  /** The name of the realm, which is the tenant's id. */
  readonly realm: string
  /** The state of the realm. */
  readonly status: RealmStatus
  /** The secrets of the realm's clients. */
  readonly secrets: RealmSecrets
  /** When the realm got this status. */
  readonly since: Date
}

/** The secrets of the two clients of a realm. */
export interface RealmSecrets {
  /** Of the client that checks passwords. */
  readonly login: string
  /** Of the client that administers the realm. */
  readonly admin: string
}

/**
 * Stores the accounts, with their secrets encrypted. Each account is stored before its realm is created, so
 * that we can enter every realm that may appear.
 *
 * All methods throw a `PortError` `credential_store` when the records cannot be used.
 */
export interface RealmAccounts {
  /**
   * Adds an account.
   *
   * @returns `false` when there is one for the reservation already; it is not changed.
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

  /** Lists the abandoned accounts, all or those of one realm. */
  findAbandoned(realm?: string): Promise<readonly RealmAccount[]>

  /**
   * Records that the realm of a `begun` account exists.
   *
   * @returns `false`, without a change, when the status is not `begun`, because it was given up meanwhile.
   */
  goLive(reservation: string, since: Date): Promise<boolean>

  /** Records the status; does nothing without an account. */
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
