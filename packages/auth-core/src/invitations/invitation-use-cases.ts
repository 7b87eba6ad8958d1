import type { Invalid, Refused } from '../refusal.ts'
import type { AcceptInvitationCommand } from './accept-invitation.ts'
import type { InvitationAccepted } from './finish-acceptance.ts'
import type { InviteCommand } from './invite.ts'
import type { InvitationsListed, ListInvitationsQuery } from './list-invitations.ts'
import type { InvitationRead, ReadInvitationQuery } from './read-invitation.ts'
import type { InvitationCommand } from './resend-invitation.ts'
import type { InvitationRevoked } from './revoke-invitation.ts'
import type { InvitationSent } from './send-invitation.ts'

/** The use cases that bring people into an existing organization: one part of `Auth`. */
export interface InvitationUseCases {
  /**
   * Invites an address into the organization of an access token
   * (`POST /api/auth/organization/invitations`), for its administrators. To invite an administrator
   * needs a login of the last ten minutes, and tells all of them by mail.
   *
   * Invalid: every field that breaks a rule. Refusals: as for reading the organization;
   * `already_member`, `recent_login_required`, `sign_up_closed`; `not_found` for an organization that
   * takes no members.
   */
  invite(command: InviteCommand): Promise<InvitationSent | Invalid | Refused>

  /**
   * The invitations that were not accepted yet (`GET /api/auth/organization/invitations`).
   *
   * Refusals: as for reading the organization.
   */
  listInvitations(query: ListInvitationsQuery): Promise<InvitationsListed | Refused>

  /**
   * Mails an invitation again, with a new token that replaces the old one (`POST
   * /api/auth/organization/invitations/{id}/resend`).
   *
   * Refusals: as for inviting; `not_found`.
   */
  resendInvitation(command: InvitationCommand): Promise<InvitationSent | Refused>

  /**
   * Takes an invitation back (`DELETE /api/auth/organization/invitations/{id}`).
   *
   * Refusals: as for reading the organization; `not_found`.
   */
  revokeInvitation(command: InvitationCommand): Promise<InvitationRevoked | Refused>

  /**
   * Tells what the token of an invitation invites to (`POST /api/auth/invitation`). Changes nothing.
   *
   * Refusals: `invitation_invalid`, `rate_limited`.
   */
  readInvitation(query: ReadInvitationQuery): Promise<InvitationRead | Refused>

  /**
   * Makes a member, with a confirmed address, of the person with the token of an invitation
   * (`POST /api/auth/accept-invitation`). All or nothing.
   *
   * Invalid: every field that breaks a rule. Refusals: `invitation_invalid`, `username_taken`,
   * `already_member`, `sign_up_closed`, `rate_limited`, `overloaded`.
   *
   * @throws {PortError} When the credential store fails or is too slow; the invitation can be accepted
   *   again, in a minute at the latest.
   */
  acceptInvitation(
    command: AcceptInvitationCommand,
  ): Promise<InvitationAccepted | Invalid | Refused>
}
