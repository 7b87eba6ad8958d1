import type { TenantCommand } from '../authorization/authorize.ts'
import type { Membership } from '../records/account.ts'

/** A request about one member of an organization. */
export interface MemberCommand extends TenantCommand {
  /** `Account.id` of the member. */
  readonly accountId: string
}

/** A member as on record now. */
export interface MemberRead {
  /** The kind of this outcome. */
  readonly kind: 'member'
  /** The member's record without the API key, with the organization's. */
  readonly member: Membership
}
