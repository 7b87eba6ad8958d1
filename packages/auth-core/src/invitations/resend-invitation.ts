import { authorize, type TenantCommand } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Invitation } from '../records/invitation.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { checkSending, countInvitation, type InvitationSent, send } from './send-invitation.ts'

/** The access token of an administrator, and which invitation. */
export interface InvitationCommand extends TenantCommand {
  /** `Invitation.id`. */
  readonly id: string
}

/**
 * Mails an invitation again (`POST /api/auth/organization/invitations/{id}/resend`), with a new token and a
 * new expiry. The link in the earlier mail stops working. The caller becomes the inviter.
 *
 * Refusals: those of {@link authorize}; `not_found`, for invitations of other organizations too;
 * `recent_login_required` for the invitation of an administrator, which all administrators are told of;
 * `sign_up_closed`; `rate_limited`.
 */
export async function resendInvitation(
  ports: Ports,
  settings: AuthSettings,
  command: InvitationCommand,
): Promise<InvitationSent | Refused> {
  const { from, id } = command
  const sending = { ports, settings, from }
  const action = 'resendInvitation'
  const looked = await authorize<Refused | FoundInvitation>(ports, settings, {
    ...command,
    action,
    async work(tx, by) {
      const invitation = await findOfTenant(tx, by.target.id, id)
      if (!invitation) return refused('not_found')
      const checked = checkSending(sending, by, invitation.role)
      return checked.kind === 'refused' ? checked : { kind: 'found', invitation }
    },
  })
  if (looked.kind === 'refused') return looked
  const { tenantId, emailCanonical } = looked.invitation
  const tooMany = await countInvitation(sending, tenantId, emailCanonical)
  if (tooMany) return tooMany
  return authorize<InvitationSent | Refused>(ports, settings, {
    ...command,
    action,
    async work(tx, by) {
      const unsent = await findOfTenant(tx, by.target.id, id)
      if (!unsent) return refused('not_found')
      const checked = checkSending(sending, by, unsent.role)
      if (checked.kind === 'refused') return checked
      const { what } = checked
      const invitation = await send(sending, tx, { unsent, kind: 'invitation_resent', by, what })
      await tx.invitations.update(invitation)
      return { kind: 'invitation_sent', invitation }
    },
  })
}

interface FoundInvitation {
  readonly kind: 'found'
  readonly invitation: Invitation
}

/** Finds the invitation, if it belongs to this tenant. */
export async function findOfTenant(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<Invitation | undefined> {
  const found = await tx.invitations.find(id)
  return found?.tenantId === tenantId ? found : undefined
}
