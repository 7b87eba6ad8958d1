import { lifeAfter } from '../account/life.ts'
import { actingOn } from '../authorization/acting-on.ts'
import { authorize } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { findOfTenant, type InvitationCommand } from './resend-invitation.ts'

/** The invitation is revoked: the link in the mail stops working. */
export interface InvitationRevoked {
  /** The kind of this outcome. */
  readonly kind: 'invitation_revoked'
}

/**
 * Revokes an invitation (`DELETE /api/auth/organization/invitations/{id}`). This also stops an acceptance
 * that is under way, unless it has already finished.
 *
 * Refusals: those of {@link authorize}; `not_found`, for invitations of other organizations too.
 */
export function revokeInvitation(
  ports: Ports,
  settings: AuthSettings,
  command: InvitationCommand,
): Promise<InvitationRevoked | Refused> {
  return authorize<InvitationRevoked | Refused>(ports, settings, {
    ...command,
    action: 'revokeInvitation',
    async work(tx, { account, target }) {
      const found = await findOfTenant(tx, target.id, command.id)
      if (!found) return refused('not_found')
      const { effects } = lifeAfter({ kind: 'invited' }, { kind: 'invitation_ended' })
      if (effects.includes('remove_invitation')) await tx.invitations.remove(found.id)
      const detail = { invitation: found.id, email: found.emailCanonical, role: found.role }
      const subject = { ...actingOn(account, target.id), detail }
      const event = requestEvent(command.from, { kind: 'invitation_revoked', ...subject })
      await tx.auditLog.record(event)
      return { kind: 'invitation_revoked' }
    },
  })
}
