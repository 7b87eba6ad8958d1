import type { ClientType } from '../client.ts'

/** One sign-in in one tenant, kept through refreshes; its id is the `sid` claim. */
export interface Session {
  readonly id: string
  readonly accountId: string
  readonly tenantId: string
  readonly client: ClientType
  readonly authTime: Date
  /** Latest expiry of any access token issued for it. */
  readonly expiresAt: Date
  /** Set by logout and by a password change: no refresh from then on. */
  readonly endedAt: Date | null
}
