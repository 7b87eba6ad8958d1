import type { InvitationRead, InvitationSent, InvitationsListed } from '@gatehouse/auth-core'
import type * as v from 'valibot'
import type * as answers from '../answers/answers.ts'

type InvitationAnswer = v.InferOutput<typeof answers.invitationAnswer>

/** An invitation in the wire's words. */
export function presentInvitation(invitation: InvitationSent['invitation']): InvitationAnswer {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    machine_role: invitation.machineRole,
    groups: [...invitation.groups],
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  }
}

/** One page of the list. */
export function presentInvitations({
  items,
  nextCursor,
}: InvitationsListed): v.InferOutput<typeof answers.invitationsAnswer> {
  return {
    items: items.map(({ invitation, invitedBy }) => ({
      ...presentInvitation(invitation),
      invited_by: invitedBy,
    })),
    next_cursor: nextCursor,
  }
}

/** An invitation as the invited person sees it. */
export function presentOpenInvitation({
  invitation,
  tenant,
  invitedBy,
}: InvitationRead): v.InferOutput<typeof answers.invitationReadAnswer> {
  return {
    organization: tenant.name,
    email: invitation.email,
    role: invitation.role,
    invited_by: invitedBy,
    expires_at: invitation.expiresAt.toISOString(),
  }
}
