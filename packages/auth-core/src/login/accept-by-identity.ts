import { parseDisplayName } from '../identity/display-name.ts'
import { accept } from '../invitations/accept.ts'
import type { NewMember } from '../invitations/accepting.ts'
import { asOpen, type OpenInvitation } from '../invitations/open-invitation.ts'
import { localPartOf, usernamesOfAddress } from '../invitations/username-of-address.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Refused } from '../refusal.ts'
import type { VerifiedCallback } from './enter-by-identity.ts'

/** The number of usernames to try: the realm may have a user with a name that no account has. */
const maxAttempts = 5

/**
 * Accepts every open invitation of an address that a provider vouches for. Afterwards the new accounts are
 * matched like others of the address. Their passwords are random and not kept.
 *
 * @returns Why nothing can be accepted now: `overloaded`.
 * @throws {PortError} When the credential store failed or was too slow.
 */
export async function acceptByIdentity(callback: VerifiedCallback): Promise<Refused | null> {
  const { ports, settings, emailCanonical } = callback
  if (settings.signUp === 'closed') return null
  const invitations = await ports.store.transaction((tx) =>
    tx.invitations.findByEmail(emailCanonical),
  )
  for (const { id } of invitations) {
    const refusal = await acceptOne(callback, id)
    if (refusal) return refusal
  }
  return null
}

async function acceptOne(callback: VerifiedCallback, id: string): Promise<Refused | null> {
  const { ports, settings, from } = callback
  const tried = new Set<string>()
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const outcome = await accept({
      ports,
      settings,
      from,
      by: 'provider',
      find: async (tx) => asOpen(callback, tx, await tx.invitations.find(id)),
      introduce: (tx, open) => introduce(ports, tx, { open, tried }),
    })
    if (outcome.kind !== 'refused') return null
    if (outcome.refusal === 'overloaded' || outcome.refusal === 'rate_limited') return outcome
    if (outcome.refusal !== 'username_taken') return null
  }
  return null
}

async function introduce(
  { secrets }: Pick<Ports, 'secrets'>,
  tx: Transaction,
  { open, tried }: { readonly open: OpenInvitation; readonly tried: Set<string> },
): Promise<NewMember> {
  const { email, emailCanonical } = open.invitation
  const username = await freeName(tx, usernamesOfAddress(emailCanonical), tried)
  const name = username ?? `member-${secrets.otpCode()}`
  tried.add(name)
  const local = localPartOf(email)
  return {
    username: name,
    firstName: parseDisplayName(local).ok ? local : name,
    lastName: '',
    password: secrets.token(),
  }
}

async function freeName(
  tx: Transaction,
  names: readonly string[],
  tried: ReadonlySet<string>,
): Promise<string | undefined> {
  for (const name of names) {
    if (!tried.has(name) && !(await tx.accounts.findByUsername(name))) return name
  }
  return undefined
}
