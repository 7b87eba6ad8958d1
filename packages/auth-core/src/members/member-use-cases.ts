import type { Invalid, Refused } from '../refusal.ts'
import type { ChangeMemberCommand } from './change-member.ts'
import type { AccountDeleted, DeleteMeCommand } from './delete-me.ts'
import type { MemberSessionsEnded } from './end-member-sessions.ts'
import type { ListMembersQuery, MembersListed } from './list-members.ts'
import type { ListOrganizationsQuery, OrganizationsListed } from './list-organizations.ts'
import type { MemberCommand, MemberRead } from './member-command.ts'
import type { MemberRemoved } from './remove-member.ts'

/** The use cases about the members of organizations, and about the own account. */
export interface MemberUseCases {
  /**
   * Lists the members of the caller's organization (`GET /api/auth/organization/members`), or of another one
   * for a `super_admin`.
   *
   * Refusals: as for reading the organization, and `not_found` for a `tenantId` that does not exist.
   */
  listMembers(query: ListMembersQuery): Promise<MembersListed | Refused>

  /**
   * One member (`GET /api/auth/organization/members/{user_id}`).
   *
   * Refusals: as for listing; `not_found` also for members of other organizations.
   */
  readMember(query: MemberCommand): Promise<MemberRead | Refused>

  /**
   * Changes the rights of a member, disables or enables the member (`PATCH
   * /api/auth/organization/members/{user_id}`). Access tokens with other rights become stale; those of a
   * disabled member end.
   *
   * Invalid: every field that breaks a rule. Refusals: as for reading; `forbidden` for a member of a higher
   * role; `last_administrator`; `recent_login_required`.
   *
   * @throws {PortError} When the credential store fails; a repetition completes the change.
   */
  changeMember(command: ChangeMemberCommand): Promise<MemberRead | Invalid | Refused>

  /**
   * Removes a member for good (`DELETE /api/auth/organization/members/{user_id}`).
   *
   * Refusals: as for reading; `forbidden` for a member of a higher role; `last_administrator`.
   *
   * @throws {PortError} When the credential store fails. The member's account is closed in any case, and the
   * jobs finish the removal.
   */
  removeMember(command: MemberCommand): Promise<MemberRemoved | Refused>

  /**
   * Signs a member out everywhere, at once
   * (`POST /api/auth/organization/members/{user_id}/end-sessions`).
   *
   * Refusals: as for reading; `forbidden` for a member of a higher role.
   */
  endMemberSessions(command: MemberCommand): Promise<MemberSessionsEnded | Refused>

  /**
   * Deletes the account of an access token for good (`DELETE /api/auth/me`).
   *
   * Refusals: `token_invalid`, `token_expired`, `token_stale`, `session_ended`, `forbidden`,
   * `invalid_credentials` for a wrong password, `last_administrator`, `overloaded`, `rate_limited`.
   *
   * @throws {PortError} When the credential store fails. Once the password is right the account is out
   *   all the same, and the jobs finish the removal.
   */
  deleteMe(command: DeleteMeCommand): Promise<AccountDeleted | Refused>

  /**
   * All organizations (`GET /api/auth/tenants`), for a `super_admin`.
   *
   * Refusals: as for reading an organization.
   */
  listOrganizations(query: ListOrganizationsQuery): Promise<OrganizationsListed | Refused>
}
