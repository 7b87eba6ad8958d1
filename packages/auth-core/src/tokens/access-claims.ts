import type { Role } from '../records/account.ts'
import type { ClientType } from '../records/client.ts'

/** What a verified access token says (interface document, JWT claims). */
export interface AccessClaims {
  readonly userId: string
  readonly username: string
  readonly email: string
  readonly tenantId: string
  readonly tenantName: string
  readonly role: Role
  readonly machineRole: string
  readonly groups: readonly string[]
  /** The person's identifier in the credential store. */
  readonly identityProviderId: string
  readonly source: ClientType
  readonly issuer: string
  readonly issuedAt: Date
  readonly expiresAt: Date
  /** `jti` (RFC 7519, section 4.1.7). */
  readonly tokenId: string
  /** `sid`: one sign-in in one tenant, kept through refreshes. */
  readonly sessionId: string
  /** `auth_time`: when a credential was checked. */
  readonly authTime: Date
}

/** A token that holds good, and until when. */
export interface Authenticated {
  readonly kind: 'authenticated'
  readonly claims: AccessClaims
  /** The earlier of its expiry and `issuedAt` plus the lifetime configured now. */
  readonly validUntil: Date
}

/** How a session stands, for connections that outlive one token. */
export interface SessionStatus {
  /** Latest expiry of any access token issued for the session. */
  readonly validUntil: Date
  /** `false` once the account was disabled or its tenant removed. */
  readonly allowed: boolean
}
