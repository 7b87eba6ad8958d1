import type { ClientType } from './client.ts'

/** One sign-in in one tenant, kept through refreshes; its id is the `sid` claim. */
export interface Session {
  readonly id: string
  readonly accountId: string
  readonly tenantId: string
  readonly client: ClientType
  readonly authTime: Date
  /** When the newest access token was issued. */
  readonly issuedAt: Date
  /** The expiry of that token. */
  readonly expiresAt: Date
  /** Set by logout and by a password change: no refresh from then on. */
  readonly endedAt: Date | null
}
