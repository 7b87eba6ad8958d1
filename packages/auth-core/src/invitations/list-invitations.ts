import { authorize, type TenantCommand } from '../authorization/authorize.ts'
import { pageSize } from '../lib/page-size.ts'
import type { Ports } from '../ports/ports.ts'
import type { Invitation } from '../records/invitation.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { displayNameOf } from './open-invitation.ts'

/** The access token of an administrator, and the part of the list to read. */
export interface ListInvitationsQuery extends TenantCommand {
  /** `nextCursor` of the part before; left out for the first. */
  readonly cursor?: string | undefined
  /** The largest number of invitations to return, up to 200; 50 unless given. */
  readonly limit?: number | undefined
}

/** An invitation, and the name of its inviter. */
export interface ListedInvitation {
  /** The record of the invitation. */
  readonly invitation: Invitation
  /** First and last name; empty when the account is gone, and the invitation void. */
  readonly invitedBy: string
}

/**
 * A part of the list of invitations that were not accepted yet. Expired ones are listed while they are
 * stored.
 */
export interface InvitationsListed {
  /** The kind of this outcome. */
  readonly kind: 'invitations'
  /** In a fixed order. */
  readonly items: readonly ListedInvitation[]
  /** The cursor of the next part; `null` when there is none. */
  readonly nextCursor: string | null
}

/**
 * Lists the invitations of the caller's organization (`GET /api/auth/organization/invitations`), or of
 * another one for a `super_admin`.
 *
 * Refusals: those of {@link authorize}.
 */
export function listInvitations(
  ports: Ports,
  settings: AuthSettings,
  query: ListInvitationsQuery,
): Promise<InvitationsListed | Refused> {
  const { cursor = '', limit } = query
  const size = pageSize(limit)
  return authorize<InvitationsListed>(ports, settings, {
    ...query,
    action: 'listInvitations',
    async work(tx, { target }) {
      const page = { after: cursor, limit: size + 1 }
      const found = await tx.invitations.listOfTenant(target.id, page)
      const items: ListedInvitation[] = []
      for (const invitation of found.slice(0, size)) {
        const inviter = await tx.accounts.find(invitation.invitedBy)
        items.push({ invitation, invitedBy: inviter ? displayNameOf(inviter) : '' })
      }
      const last = items.at(-1)
      const nextCursor = found.length > size && last ? last.invitation.id : null
      return { kind: 'invitations', items, nextCursor }
    },
  })
}
