import { findActiveMembership } from '../account/memberships.ts'
import { covers, mayGiveRole } from '../authorization/matrix.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import type { Invitation } from '../records/invitation.ts'
import type { Tenant } from '../records/tenant.ts'
import type { AuthSettings } from '../settings.ts'

/** An invitation that can be accepted, with its organization and its inviter. */
export interface OpenInvitation {
  /** The record of the invitation. */
  readonly invitation: Invitation
  /** The organization that the invitation is for. */
  readonly tenant: Tenant
  /** The account that sent the invitation last. */
  readonly inviter: Account
}

/** What checking an invitation needs. */
export interface InvitationCheck {
  /** As the use case has them. */
  readonly ports: Pick<Ports, 'clock'>
  /** The settings of the use case. */
  readonly settings: Pick<AuthSettings, 'signUp' | 'unconfirmedAccounts'>
}

/**
 * The invitation with its organization and inviter, if it can be accepted: it has not expired, its tenant is
 * active, and the inviter is still allowed to send it. It is void when the inviter is gone or may no longer
 * give its role.
 */
export async function asOpen(
  { ports: { clock }, settings }: InvitationCheck,
  tx: Transaction,
  invitation: Invitation | undefined,
): Promise<OpenInvitation | undefined> {
  if (settings.signUp === 'closed') return undefined
  if (!invitation || clock.now() >= invitation.expiresAt) return undefined
  const { tenantId, invitedBy, role } = invitation
  const tenant = await tx.tenants.find(tenantId)
  const sender = await findActiveMembership(tx, invitedBy)
  if (!tenant || !sender || tenant.status !== 'active') return undefined
  const { account: inviter } = sender
  const actor = { account: inviter, policy: settings.unconfirmedAccounts }
  const mayInvite = covers(actor, 'invite', { tenantId }) && mayGiveRole(inviter, role)
  return mayInvite ? { invitation, tenant, inviter } : undefined
}

/** Finds the open invitation of a mailed token. */
export async function findOpenInvitation(
  checking: InvitationCheck & { readonly ports: Pick<Ports, 'secrets'> },
  tx: Transaction,
  token: string,
): Promise<OpenInvitation | undefined> {
  for (const digest of checking.ports.secrets.digests('invitation', token)) {
    const found = await tx.invitations.findByDigest(digest)
    if (found) return asOpen(checking, tx, found)
  }
  return undefined
}

/** The name of the inviter as the invited person sees it: first and last name. */
export function displayNameOf({
  firstName,
  lastName,
}: Pick<Account, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}
