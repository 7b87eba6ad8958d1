import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { displayNameOf, findOpenInvitation, type OpenInvitation } from './open-invitation.ts'

/** The token of an invitation. */
export interface ReadInvitationQuery {
  /** As the mail has it. Secret. */
  readonly token: string
  /** Who asks. */
  readonly from: Requester
}

/** Where an invitation leads, and who sent it. */
export interface InvitationRead extends Omit<OpenInvitation, 'inviter'> {
  /** Says which outcome this is. */
  readonly kind: 'invitation'
  /** First and last name. */
  readonly invitedBy: string
}

/**
 * Tells what a token invites to (`POST /api/auth/invitation`), so that its owner sees whether they
 * know it. Changes nothing.
 *
 * Refusals: `invitation_invalid`, whatever is wrong with it; `rate_limited`.
 */
export async function readInvitation(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: ReadInvitationQuery,
): Promise<InvitationRead | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const open = await ports.store.transaction((tx) =>
    findOpenInvitation({ ports, settings }, tx, token),
  )
  if (!open) return refused('invitation_invalid')
  const { invitation, tenant, inviter } = open
  return { kind: 'invitation', invitation, tenant, invitedBy: displayNameOf(inviter) }
}
