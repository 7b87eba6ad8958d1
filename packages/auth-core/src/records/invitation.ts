import type { Role } from './account.ts'
import type { TokenLease } from './one-time-token.ts'

/** Asks the owner of an address to become a member. Its token went out in a mail. */
export interface Invitation {
  /** Names it to administrators. */
  readonly id: string
  /** `Tenant.id` of the organization. At most one is kept for each address there. */
  readonly tenantId: string
  /** As the administrator gave it; the mail goes here. */
  readonly email: string
  /** What two addresses are compared by. */
  readonly emailCanonical: string
  /** What the member will be; never `super_admin`. */
  readonly role: Role
  /** Role on single machines; may be empty. */
  readonly machineRole: string
  /** The groups the member will be in, as the administrator gave them. */
  readonly groups: readonly string[]
  /** Keyed hash of the token. */
  readonly digest: string
  /** `Account.id` of who answers for it: the one who sent it last. */
  readonly invitedBy: string
  /** When it was made. */
  readonly createdAt: Date
  /** Not accepted at or after this moment. */
  readonly expiresAt: Date
  /** `null` while no process is accepting it. */
  readonly lease: TokenLease | null
}
