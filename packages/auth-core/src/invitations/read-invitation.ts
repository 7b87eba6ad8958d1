import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { displayNameOf, findOpenInvitation, type OpenInvitation } from './open-invitation.ts'

/** The token of an invitation. */
export interface ReadInvitationQuery {
  /** The token from the mail. Secret. */
  readonly token: string
  /** The client that sent the request. */
  readonly from: Requester
}

/** The organization of an invitation, and the name of its inviter. */
export interface InvitationRead extends Omit<OpenInvitation, 'inviter'> {
  /** The kind of this outcome. */
  readonly kind: 'invitation'
  /** First and last name. */
  readonly invitedBy: string
}

/**
 * Tells which organization a token invites to (`POST /api/auth/invitation`), so that the invited person can
 * decide. Changes nothing.
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
