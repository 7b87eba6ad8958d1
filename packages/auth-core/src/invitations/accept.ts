import { stillLeased } from '../account/lease-one-time-token.ts'
import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { findExpiredLeases } from '../leases/lease.ts'
import { releaseEventually } from '../leases/release-eventually.ts'
import { leased, retryWhileLeased } from '../leases/retry-while-leased.ts'
import { leaseFrom, leaseOf } from '../leases/token-lease.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { Accepting, BegunAcceptance, NewMember } from './accepting.ts'
import { finishAcceptance, type InvitationAccepted } from './finish-acceptance.ts'
import type { OpenInvitation } from './open-invitation.ts'
import { findMemberOf } from './send-invitation.ts'
import { type Acceptance, dropReservation, takeOver, undoAcceptance } from './undo-acceptances.ts'

/**
 * Accepts an open invitation: makes its person a member, with a confirmed address.
 *
 * A saga of three steps. It leases the invitation and reserves the account, then adds the user to the
 * credential store, then activates the account and removes the invitation. A failure undoes the earlier
 * steps, and the invitation can be accepted again. After a crash, the next request that accepts the
 * invitation undoes the rest, or `undoAbandonedAcceptances` does. Of two requests at the same time, one waits
 * for the other.
 *
 * Refusals: `invitation_invalid`, `already_member`, `username_taken`, `overloaded`.
 *
 * @throws {PortError} When the credential store failed or was too slow, or an earlier acceptance may still be
 * under way.
 */
export async function accept(
  accepting: Accepting,
): Promise<InvitationAccepted | Invalid | Refused> {
  const { ports } = accepting
  const outcome = await retryWhileLeased(ports, async () => {
    const begun = await begin(accepting)
    if (begun === leased || begun.kind !== 'abandoned') return begun
    await undoAcceptance(ports, begun)
    return leased
  })
  if (outcome === leased) throw stillLeased()
  return outcome.kind === 'begun' ? finishAcceptance(accepting, outcome) : outcome
}

type Beginning =
  | BegunAcceptance
  | (Acceptance & { readonly kind: 'abandoned' })
  | Invalid
  | Refused
  | typeof leased

async function begin(accepting: Accepting): Promise<Beginning> {
  const { ports } = accepting
  let begun: BegunAcceptance | undefined
  try {
    return await ports.store.transaction(async (tx) => {
      const outcome = await beginIn(tx, accepting)
      begun = outcome !== leased && outcome.kind === 'begun' ? outcome : undefined
      return outcome
    })
  } catch (error) {
    // The commit may have succeeded although the call failed.
    const left = begun
    if (left) {
      await releaseEventually(ports, () =>
        ports.store.transaction((tx) => dropReservation(tx, left)),
      )
    }
    throw error
  }
}

async function beginIn(tx: Transaction, accepting: Accepting): Promise<Beginning> {
  const { ports, find, introduce } = accepting
  const now = ports.clock.now()
  const open = await find(tx)
  if (!open) return refused('invitation_invalid')
  const { invitation } = open
  if (invitation.lease) {
    const isExpiredLease = await findExpiredLeases(tx, now)
    const { lease } = invitation
    if (now < lease.until && !isExpiredLease(leaseOf(lease))) return leased
    const account = await findReserved(tx, invitation)
    if (account) {
      return { kind: 'abandoned', ...(await takeOver(tx, { account, invitation }, now)) }
    }
  }
  const state = lifeOf(await findMemberOf(tx, invitation), { isInvited: true })
  const step = lifeAfter(state, { kind: 'invitation_accepted' })
  if (!step.ok) return refused(step.refusal)
  const member = await introduce(tx, open)
  if ('kind' in member) return member
  const account = reservedFor(ports, open, member)
  if (!(await tx.accounts.insert(account))) return refused('username_taken')
  const taken = { ...invitation, lease: leaseFrom({ by: ports.replicaId, since: now }) }
  await tx.invitations.update(taken)
  return { kind: 'begun', account, invitation: taken, member }
}

async function findReserved(
  tx: Transaction,
  { tenantId, emailCanonical }: LeasedOrNot,
): Promise<Account | undefined> {
  const known = await tx.accounts.findByEmail(emailCanonical)
  return known.find((one) => one.tenantId === tenantId && one.status === 'reserved')
}

type LeasedOrNot = OpenInvitation['invitation']

function reservedFor(
  { clock, secrets }: Ports,
  { invitation }: OpenInvitation,
  { username, firstName, lastName }: NewMember,
): Account {
  const { tenantId, email, emailCanonical, role, machineRole, groups } = invitation
  return {
    id: secrets.id(),
    tenantId,
    username,
    email,
    emailCanonical,
    // Unconfirmed until the account is a member, so that other accounts of the address do not wait for it.
    emailVerified: false,
    firstName,
    lastName,
    role,
    machineRole,
    groups,
    apiKey: secrets.apiKey(),
    apiKeyLastUsedAt: null,
    credentialId: '',
    credentialVersion: 1,
    status: 'reserved',
    pendingEmail: null,
    lastLoginAt: null,
    language: null,
    createdAt: clock.now(),
  }
}
