import { releaseEventually } from '../leases/release-eventually.ts'
import { isSameLease, leaseFrom } from '../leases/token-lease.ts'
import type { MadeUser } from '../ports/credential-store.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import { requestEvent } from '../records/audit.ts'
import type { Tenant } from '../records/tenant.ts'
import { type Refused, refused } from '../refusal.ts'
import type { Accepting, BegunAcceptance } from './accepting.ts'
import { asOpen } from './open-invitation.ts'
import { dropReservation, undoAcceptance } from './undo-acceptances.ts'

/** The person is a member, with a confirmed address. */
export interface InvitationAccepted {
  /** The kind of this outcome. */
  readonly kind: 'invitation_accepted'
  /** `Account.id`. */
  readonly userId: string
  /** The username in canonical form: lower case. */
  readonly username: string
  /** The display name of the organization. */
  readonly organization: string
}

/** Adds the user, then activates the account. See `accept`. */
export async function finishAcceptance(
  accepting: Accepting,
  begun: BegunAcceptance,
): Promise<InvitationAccepted | Refused> {
  const { ports } = accepting
  const made = await addUser(accepting, begun)
  if (made === null || 'kind' in made) {
    await releaseEventually(ports, () =>
      ports.store.transaction((tx) => dropReservation(tx, begun)),
    )
    return made ?? refused('username_taken')
  }
  const undo = () => undoAcceptance(ports, begun, made.credentialId)
  try {
    const { account, invitation } = begun
    if (invitation.role !== 'user') {
      await ports.credentialStore.setRole({ ...account, ...made }, invitation.role)
    }
    const outcome = await ports.store.transaction((tx) => activate(tx, accepting, { begun, made }))
    if (outcome.kind === 'refused') await releaseEventually(ports, undo)
    return outcome
  } catch (error) {
    await releaseEventually(ports, undo)
    throw error
  }
}

/** @returns `null` when the realm has a user of that name. */
async function addUser(
  { ports, from }: Accepting,
  begun: BegunAcceptance,
): Promise<MadeUser | Refused | null> {
  const { account, invitation, member } = begun
  const entrant = { network: from.network, isKnown: false, units: 1, signal: from.signal }
  const user = { ...member, email: account.email }
  try {
    return await ports.admission.set.admit(entrant, (turn) =>
      turn(() => ports.credentialStore.addUser(account.tenantId, user, invitation.groups)),
    )
  } catch (error) {
    await releaseEventually(ports, () => giveUp(ports, begun, error))
    throw error
  }
}

/**
 * Undoes what a failed call to the credential store may have done. While a request may still be on its way
 * there, the invitation stays leased, whether or not this process lives: a user that is removed before that
 * request arrives would be added again.
 */
async function giveUp(ports: Ports, begun: BegunAcceptance, error: unknown): Promise<void> {
  if (!(error instanceof PortError) || error.failure !== 'timeout') {
    await undoAcceptance(ports, begun)
    return
  }
  await ports.store.transaction(async (tx) => {
    const current = await tx.invitations.find(begun.invitation.id)
    if (!current || !isSameLease(current.lease, begun.invitation.lease)) return
    const lease = leaseFrom({ by: '', since: ports.clock.now() })
    await tx.invitations.update({ ...current, lease })
  })
}

/** @throws {PortError} When the lease has run out, and another process has taken it; changes nothing. */
async function activate(
  tx: Transaction,
  accepting: Accepting,
  { begun, made }: { readonly begun: BegunAcceptance; readonly made: MadeUser },
): Promise<InvitationAccepted | Refused> {
  const { account } = begun
  const current = await tx.invitations.find(begun.invitation.id)
  const open = await asOpen(accepting, tx, current)
  if (!current || !open) return refused('invitation_invalid')
  const isOurs = isSameLease(current.lease, begun.invitation.lease)
  if (!isOurs || (await tx.accounts.find(account.id))?.status !== 'reserved') throw tooLate()
  // The token was only in a mail to the address, or a provider vouches for the address.
  await tx.accounts.update({ ...account, ...made, emailVerified: true, status: 'active' })
  await tx.invitations.remove(current.id)
  await record(tx, accepting, { begun, tenant: open.tenant })
  const { id: userId, username } = account
  return { kind: 'invitation_accepted', userId, username, organization: open.tenant.name }
}

function tooLate(): PortError {
  return new PortError('credential_store', 'timeout', new Error('the lease had run out'))
}

async function record(
  tx: Transaction,
  { from, by }: Accepting,
  { begun, tenant }: { readonly begun: BegunAcceptance; readonly tenant: Tenant },
): Promise<void> {
  const { account, invitation } = begun
  const detail = {
    invitation: invitation.id,
    by,
    role: account.role,
    inviter: invitation.invitedBy,
  }
  const subject = { accountId: account.id, tenantId: tenant.id, detail }
  await tx.auditLog.record(requestEvent(from, { kind: 'invitation_accepted', ...subject }))
}
