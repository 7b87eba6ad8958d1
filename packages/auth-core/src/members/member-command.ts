import type { TenantCommand } from '../authorization/authorize.ts'
import type { Membership } from '../records/account.ts'

/** What is asked about one member of an organization, or done to them. */
export interface MemberCommand extends TenantCommand {
  /** `Account.id` of the member. */
  readonly accountId: string
}

/** A member as on record now. */
export interface MemberRead {
  /** Says which outcome this is. */
  readonly kind: 'member'
  /** The member's record without the API key, with the organization's. */
  readonly member: Membership
}
