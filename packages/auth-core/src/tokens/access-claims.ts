import type { Role } from '../records/account.ts'
import type { ClientType } from '../records/client.ts'
import type { Refused } from '../refusal.ts'

/** The claims of a verified access token (interface document, JWT claims). */
export interface AccessClaims {
  /** `user_id`: `Account.id`. */
  readonly userId: string
  /** `username`: canonical. */
  readonly username: string
  /** `email`: as the person typed it. */
  readonly email: string
  /** `tenant_id`: the realm name. */
  readonly tenantId: string
  /** `tenant_name`: the display name of the organization. */
  readonly tenantName: string
  /** `role`: in the organization. */
  readonly role: Role
  /** `machine_role`: on single machines; may be empty. */
  readonly machineRole: string
  /** `groups` in the credential store. */
  readonly groups: readonly string[]
  /** `identity_provider_id`: the person's identifier in the credential store. */
  readonly identityProviderId: string
  /** `source`: the client type of the login. */
  readonly source: ClientType
  /** `iss`. */
  readonly issuer: string
  /** `iat`. */
  readonly issuedAt: Date
  /** `exp`. */
  readonly expiresAt: Date
  /** `jti` (RFC 7519, section 4.1.7). */
  readonly tokenId: string
  /** `sid`: one sign-in in one tenant, kept through refreshes. */
  readonly sessionId: string
  /** `auth_time`: when a credential was checked. */
  readonly authTime: Date
  /**
   * `email_verified`: whether the address is confirmed. Tokens carry it only where `unconfirmedAccounts`
   * keeps unconfirmed accounts from machines; otherwise `null`.
   */
  readonly emailVerified: boolean | null
  /** The claims that `ownClaims` of the host added, as JSON has them. Not there in tokens without any. */
  readonly own?: Readonly<Record<string, unknown>>
}

/** A valid access token. */
export interface Authenticated {
  /** Says which outcome this is. */
  readonly kind: 'valid'
  /** What the token says. */
  readonly claims: AccessClaims
  /** The earlier of its expiry and `issuedAt` plus the current setting of the lifetime. */
  readonly validUntil: Date
}

/** Authenticates the requests of a resource server by their bearer tokens (RFC 6750). */
export interface AccessTokenVerifier {
  /**
   * Checks an access token at a moment. Reads no store: what ended its session is known to
   * `Ports.endings`. A logout alone does not end a token that was issued before.
   *
   * Refusals: `token_expired`; `session_ended`, `token_stale` by what ended; `token_invalid` for any
   * other text.
   *
   * @param token The token as it came, without `Bearer`.
   * @param at When the request arrived; now if it is left out. For what is no moment (an invalid
   *   `Date`, a text) every token is `token_invalid`.
   */
  authenticate(token: string, at?: Date): Authenticated | Refused
}

/** The status of a session, for connections that outlive one token. */
export interface SessionStatus {
  /** The latest expiry of all access tokens of the session. */
  readonly validUntil: Date
  /** `false` once the account was disabled or its tenant removed. */
  readonly allowed: boolean
}
