import { type Authorized, authorize, type TenantCommand } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Invitation } from '../records/invitation.ts'
import type { LoweredProtection } from '../records/protection.ts'
import type { Invalid, Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { type Grant, type GrantRequest, parseGrant } from './grant.ts'
import {
  checkAddress,
  checkSending,
  countInvitation,
  type InvitationSent,
  type Sending,
  send,
} from './send-invitation.ts'

/** The access token of an administrator, and the invitation to make. */
export interface InviteCommand extends TenantCommand, GrantRequest {}

/**
 * Invites an address into the caller's organization (`POST /api/auth/organization/invitations`), or
 * into another one for a `super_admin`. The mail has a link that accepts.
 *
 * Invalid: a field breaks a rule. Refusals: those of {@link authorize}; `already_member` where the
 * address has an account or an open invitation; `recent_login_required` for an administrator, of whom
 * all administrators are told; `sign_up_closed`; `rate_limited`.
 */
export async function invite(
  ports: Ports,
  settings: AuthSettings,
  command: InviteCommand,
): Promise<InvitationSent | Invalid | Refused> {
  const { from } = command
  const sending = { ports, settings, from }
  const action = 'invite'
  const looked = await authorize<CheckedInvitation | Invalid | Refused>(ports, settings, {
    ...command,
    action,
    work: (tx, by) => check(sending, tx, { by, command }),
  })
  if (looked.kind !== 'checked') return looked
  const tooMany = await countInvitation(sending, looked.tenantId, looked.grant.email.canonical)
  if (tooMany) return tooMany
  return authorize<InvitationSent | Invalid | Refused>(ports, settings, {
    ...command,
    action,
    async work(tx, by) {
      const checked = await check(sending, tx, { by, command })
      return checked.kind === 'checked' ? store(sending, tx, { by, checked }) : checked
    },
  })
}

interface CheckedInvitation {
  readonly kind: 'checked'
  readonly tenantId: string
  readonly grant: Grant
  readonly what: readonly LoweredProtection[]
  /** An earlier invitation that has expired and is still stored. */
  readonly expired: Invitation | undefined
}

async function check(
  sending: Sending,
  tx: Transaction,
  { by, command }: { readonly by: Authorized; readonly command: InviteCommand },
): Promise<CheckedInvitation | Invalid | Refused> {
  const { clock, domainToAscii } = sending.ports
  const grant = parseGrant(domainToAscii, command)
  if ('kind' in grant) return grant
  const checked = checkSending(sending, by, grant.role)
  if (checked.kind === 'refused') return checked
  const address = { tenantId: by.target.id, emailCanonical: grant.email.canonical }
  const invitations = await tx.invitations.findByEmail(address.emailCanonical)
  const found = invitations.find(({ tenantId }) => tenantId === address.tenantId)
  const isOver = found && found.lease === null && clock.now() >= found.expiresAt
  const refusal = await checkAddress(tx, address, isOver ? undefined : found)
  if (refusal) return refusal
  const { tenantId } = address
  return { kind: 'checked', tenantId, grant, what: checked.what, expired: found }
}

async function store(
  sending: Sending,
  tx: Transaction,
  { by, checked }: { readonly by: Authorized; readonly checked: CheckedInvitation },
): Promise<InvitationSent> {
  const { clock, secrets } = sending.ports
  const { tenantId, grant, what, expired } = checked
  if (expired) await tx.invitations.remove(expired.id)
  const { email, role, machineRole, groups } = grant
  const unsent = {
    id: secrets.id(),
    tenantId,
    email: email.given,
    emailCanonical: email.canonical,
    role,
    machineRole,
    groups,
    createdAt: clock.now(),
    lease: null,
  }
  const invitation = await send(sending, tx, { unsent, kind: 'invited', by, what })
  await tx.invitations.insert(invitation)
  return { kind: 'invitation_sent', invitation }
}
