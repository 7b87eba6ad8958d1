import { findActiveMembership } from '../account/memberships.ts'
import { type ActorCommand, authorize } from '../authorization/authorize.ts'
import type { Action } from '../authorization/matrix.ts'
import { sessionState } from '../authorization/session-state.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import type { Session } from '../records/session.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The person who acts on their own account, as stored when the request came. */
export interface Actor extends Membership {
  /** Marks a caller who was found. */
  readonly kind: 'actor'
  /** The session of the token. */
  readonly session: Session
}

/**
 * Finds the caller, for work that takes more than one transaction.
 *
 * Refusals: those of {@link authorize}.
 */
export function findActor(
  ports: Ports,
  settings: AuthSettings,
  command: ActorCommand & { readonly action: Action },
): Promise<Actor | Refused> {
  return authorize<Actor>(ports, settings, {
    token: command.token,
    from: command.from,
    action: command.action,
    work: async (_tx, { account, tenant, session }) => ({
      kind: 'actor',
      account,
      tenant,
      session,
    }),
  })
}

/**
 * Finds the caller again, after other work took a while. A password that was replaced meanwhile proves
 * nothing (T-14).
 *
 * Refusals: `session_ended`, `forbidden`, `invalid_credentials`.
 */
export async function findAgain(
  tx: Transaction,
  { account, session }: Actor,
): Promise<Actor | Refused> {
  const state = sessionState(await tx.sessions.find(session.id))
  if (state.kind !== 'authenticated') return refused('session_ended')
  const membership = await findActiveMembership(tx, account.id)
  if (!membership) return refused('forbidden')
  const isSame = membership.account.credentialVersion === account.credentialVersion
  if (!isSame) return refused('invalid_credentials')
  return { kind: 'actor', ...membership, session: state.session }
}
