import type { Role } from './account.ts'
import type { TokenLease } from './one-time-token.ts'

/** An invitation of an address to become a member. Its token was sent in a mail. */
export interface Invitation {
  /** The id, by which administrators name it. */
  readonly id: string
  /** `Tenant.id` of the organization. It has at most one invitation for each address. */
  readonly tenantId: string
  /** The address as the administrator typed it; the mail is sent to it. */
  readonly email: string
  /** The canonical address, for comparing. */
  readonly emailCanonical: string
  /** The role of the new member; never `super_admin`. */
  readonly role: Role
  /** Role on single machines; may be empty. */
  readonly machineRole: string
  /** The groups of the new member, as the administrator typed them. */
  readonly groups: readonly string[]
  /** Keyed hash of the token. */
  readonly digest: string
  /** `Account.id` of the inviter: the account that sent it last. */
  readonly invitedBy: string
  /** When it was made. */
  readonly createdAt: Date
  /** The invitation is not accepted at or after this moment. */
  readonly expiresAt: Date
  /** The lease of the process that is accepting it; `null` without one. */
  readonly lease: TokenLease | null
}
