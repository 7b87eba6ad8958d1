import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { actingOn } from '../authorization/acting-on.ts'
import type { Authorized } from '../authorization/authorize.ts'
import { loweredForAccount } from '../authorization/lowers-protection.ts'
import { mayGiveRole } from '../authorization/matrix.ts'
import { isLoginRecent } from '../authorization/recent-login.ts'
import { secondsAfter } from '../lib/time.ts'
import { countAgainst } from '../limits/throttle.ts'
import { languageOf } from '../mail/language-of.ts'
import { tellAdministrators } from '../mail/tell-administrators.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Role } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Invitation } from '../records/invitation.ts'
import type { LoweredProtection } from '../records/protection.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { displayNameOf } from './open-invitation.ts'

/** The mail with the invitation waits for delivery. */
export interface InvitationSent {
  /** The kind of this outcome. */
  readonly kind: 'invitation_sent'
  /** The invitation as stored. */
  readonly invitation: Invitation
}

/** What sending an invitation needs. */
export interface Sending {
  /** The ports of the use case. */
  readonly ports: Ports
  /** The settings of the use case. */
  readonly settings: AuthSettings
  /** The client that sent the request. */
  readonly from: Requester
}

/**
 * Whether the one who acts may send an invitation for this role now.
 *
 * @returns What it lowers, or why not: `sign_up_closed`, `forbidden`, `not_found` where the
 *   organization takes no members, `recent_login_required`.
 */
export function checkSending(
  { settings, from }: Pick<Sending, 'settings' | 'from'>,
  { account, target, session: { authTime } }: Authorized,
  role: Role,
): Refused | { readonly kind: 'may_send'; readonly what: readonly LoweredProtection[] } {
  if (settings.signUp === 'closed') return refused('sign_up_closed')
  if (!mayGiveRole(account, role)) return refused('forbidden')
  if (target.status !== 'active') return refused('not_found')
  const what = loweredForAccount({ before: null, after: { role, status: 'active' } })
  if (what.length > 0 && !isLoginRecent(authTime, from.receivedAt)) {
    return refused('recent_login_required')
  }
  return { kind: 'may_send', what }
}

/** Counts one invitation mail against the limits. @returns `rate_limited` when there were too many. */
export function countInvitation(
  { ports, settings: { limits }, from }: Sending,
  tenantId: string,
  emailCanonical: string,
): Promise<Refused | null> {
  return countAgainst(ports.rateLimiter, [
    [limits.invitePerNetwork, from.network],
    [limits.invitePerTenant, tenantId],
    [limits.invitePerAddress, emailCanonical],
  ])
}

/** Finds the tenant's account for an address; a reserved account does not count. */
export async function findMemberOf(
  tx: Transaction,
  { tenantId, emailCanonical }: Pick<Invitation, 'tenantId' | 'emailCanonical'>,
): Promise<Account | undefined> {
  const known = await tx.accounts.findByEmail(emailCanonical)
  return known.find((one) => one.tenantId === tenantId && one.status !== 'reserved')
}

/** Whether an address may be invited. @returns Why not: `already_member`. */
export async function checkAddress(
  tx: Transaction,
  address: Pick<Invitation, 'tenantId' | 'emailCanonical'>,
  open: Invitation | undefined,
): Promise<Refused | null> {
  const state = lifeOf(await findMemberOf(tx, address), { isInvited: open !== undefined })
  const step = lifeAfter(state, { kind: 'invited' })
  return step.ok ? null : refused(step.refusal)
}

/** An invitation without the fields that sending sets. */
export type Unsent = Omit<Invitation, 'digest' | 'invitedBy' | 'expiresAt'>

/**
 * Gives an invitation a new token, a new expiry and the caller as its inviter, and adds the mail to the
 * outbox. Administrators are told when it lowers a protection. The caller stores the record.
 */
export async function send(
  { ports, settings, from }: Sending,
  tx: Transaction,
  {
    unsent,
    kind,
    by: { account, target: tenant },
    what,
  }: {
    readonly unsent: Unsent
    readonly kind: 'invited' | 'invitation_resent'
    readonly by: Authorized
    readonly what: readonly LoweredProtection[]
  },
): Promise<Invitation> {
  const { clock, secrets } = ports
  const now = clock.now()
  const token = secrets.token()
  const expiresAt = secondsAfter(now, settings.invitationSeconds)
  const digest = secrets.digest('invitation', token)
  const { id, email: to, emailCanonical, role } = unsent
  await tx.outbox.add({
    id: secrets.id(),
    accountId: '',
    mail: {
      kind: 'invitation',
      language: languageOf(account, from),
      to,
      organization: tenant.name,
      invitedBy: displayNameOf(account),
      role,
      token,
      expiresAt,
    },
    createdAt: now,
    notAfter: expiresAt,
    attempts: 0,
    dueAt: now,
  })
  const lowered = what.length > 0 ? { lowered: what.join(' ') } : {}
  const detail = { invitation: id, email: emailCanonical, role, ...lowered }
  const subject = { ...actingOn(account, tenant.id), detail }
  await tx.auditLog.record(requestEvent(from, { kind, ...subject }))
  if (what.length > 0) await tellAdministrators(ports, tx, { account, tenant, what })
  return { ...unsent, digest, invitedBy: account.id, expiresAt }
}
