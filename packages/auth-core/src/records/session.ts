import type { ClientType } from './client.ts'

/** One sign-in in one tenant, kept through refreshes; its id is the `sid` claim. */
export interface Session {
  /** `sid` in the access tokens of the session. */
  readonly id: string
  /**
   * The login that it came of, which sessions of other tenants may have come of, too. Empty when an
   * older release opened it.
   */
  readonly loginId: string
  /** The account that signed in. */
  readonly accountId: string
  /** Its tenant. */
  readonly tenantId: string
  /** The client type of the login; `source` in its access tokens. */
  readonly client: ClientType
  /** When a credential was checked; `auth_time` in its access tokens. */
  readonly authTime: Date
  /** When the newest access token was issued. */
  readonly issuedAt: Date
  /** The latest expiry of all its access tokens. */
  readonly expiresAt: Date
  /** `Requester.network` of the login; empty when an older release opened it. */
  readonly network: string
  /** `Requester.userAgent` of the login, 256 UTF-16 units at most; empty when an older release opened it. */
  readonly userAgent: string
  /** When the login opened it. */
  readonly createdAt: Date
  /** When it was last refreshed; before that, when it was opened. */
  readonly lastSeenAt: Date
  /** Set by logout and by whatever voids the credentials: no refresh from then on. */
  readonly endedAt: Date | null
}
