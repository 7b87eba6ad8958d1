import type { Invalid, Refused } from '../refusal.ts'
import type { CloseOrganizationCommand, OrganizationClosed } from './close-organization.ts'
import type {
  ChangeOrganizationCommand,
  OrganizationRead,
  ReadOrganizationQuery,
} from './organization.ts'
import type { OrganizationReopened, ReopenOrganizationCommand } from './reopen-organization.ts'

/** The use cases about an organization itself. */
export interface OrganizationUseCases {
  /**
   * The organization of an access token (`GET /api/auth/organization`), for its members.
   *
   * Refusals: `token_invalid`, `token_expired`, `session_ended`, `token_stale`, `forbidden`,
   * `rate_limited`.
   */
  readOrganization(query: ReadOrganizationQuery): Promise<OrganizationRead | Refused>

  /**
   * Changes the organization of an access token (`PATCH /api/auth/organization`), for its
   * administrators. To lower a protection needs a login of the last ten minutes, and tells all of
   * them by mail.
   *
   * Invalid: every field that breaks a rule. Refusals: as for reading, and `recent_login_required`.
   */
  changeOrganization(
    command: ChangeOrganizationCommand,
  ): Promise<OrganizationRead | Invalid | Refused>

  /**
   * Closes the organization of an access token (`DELETE /api/auth/organization`), for its
   * administrators: its people are signed out at once, and after seven days everything is removed.
   * Needs a login of the last ten minutes, and mails all of them a link that takes it back.
   *
   * Invalid: `confirm` is not its name. Refusals: as for changing it.
   */
  closeOrganization(
    command: CloseOrganizationCommand,
  ): Promise<OrganizationClosed | Invalid | Refused>

  /**
   * Takes an organization back that was closed (`POST /api/auth/reopen-organization`), with the token
   * of the mail.
   *
   * Refusals: `verification_token_invalid`, `rate_limited`.
   */
  reopenOrganization(command: ReopenOrganizationCommand): Promise<OrganizationReopened | Refused>
}
