import type { ClientType } from './client.ts'

/** One sign-in in one tenant, kept through refreshes; its id is the `sid` claim. */
export interface Session {
  /** `sid` in the access tokens of the session. */
  readonly id: string
  /**
   * The login that opened it; sessions in other tenants may share it. Empty in records of an older release.
   */
  readonly loginId: string
  /** The account that signed in. */
  readonly accountId: string
  /** The tenant of the account. */
  readonly tenantId: string
  /** The client type of the login; `source` in its access tokens. */
  readonly client: ClientType
  /** When a credential was checked; `auth_time` in its access tokens. */
  readonly authTime: Date
  /** When the newest access token was issued. */
  readonly issuedAt: Date
  /** The latest expiry of all its access tokens; of a session that a device keeps, its end. */
  readonly expiresAt: Date
  /** `Requester.network` of the login; empty in records of an older release. */
  readonly network: string
  /** `Requester.userAgent` of the login, at most 256 UTF-16 units; empty in records of an older release. */
  readonly userAgent: string
  /** When the login opened it. */
  readonly createdAt: Date
  /** When it was last refreshed, or opened if it was not refreshed yet. */
  readonly lastSeenAt: Date
  /**
   * When the session ended: by logout, or because its credentials became void. No refresh after that; `null`
   * while it goes on.
   */
  readonly endedAt: Date | null
}
