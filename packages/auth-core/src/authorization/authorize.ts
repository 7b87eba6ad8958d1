import { findActiveMembership } from '../account/memberships.ts'
import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import type { Session } from '../records/session.ts'
import type { Tenant } from '../records/tenant.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { AccessClaims } from '../tokens/access-claims.ts'
import { authenticate } from '../tokens/access-token.ts'
import { type Action, covers } from './matrix.ts'
import { sessionState } from './session-state.ts'

/** The access token of the person who acts. */
export interface ActorCommand {
  /** The access token as received, without `Bearer`. Secret. */
  readonly token: string
  /** The client that sent the request. */
  readonly from: Requester
}

/** The access token of the person who acts on an organization. */
export interface TenantCommand extends ActorCommand {
  /** The `Tenant.id` of the organization that is acted on; left out, the actor's own. */
  readonly tenantId?: string | undefined
}

/** The person who acts, as our records have them now, and the organization that is acted on. */
export interface Authorized extends Membership {
  /** The session of the token. */
  readonly session: Session
  /** The organization that is acted on. */
  readonly target: Tenant
}

interface Authorizing<Outcome> extends TenantCommand {
  readonly action: Action
  /** Whether this request was authorized before; then it is not counted against the limits again. */
  readonly isAgain?: boolean
  /** Runs in the transaction that checked the caller. May run more than once. */
  readonly work: (tx: Transaction, by: Authorized) => Promise<Outcome>
}

/**
 * Does something for the holder of an access token, if the matrix allows it to the role that they have now,
 * whatever role the token carries. The check and the work share one transaction.
 *
 * Refusals: `token_invalid`, `token_expired`, `token_stale`; `session_ended`, also after a logout;
 * `forbidden`, whether or not the organization exists; `not_found` only for roles that may act in any
 * organization; `rate_limited`.
 */
export async function authorize<Outcome>(
  ports: Ports,
  settings: AuthSettings,
  { token, from, tenantId, action, work, isAgain = false }: Authorizing<Outcome>,
): Promise<Outcome | Refused> {
  const { otherPerNetwork } = settings.limits
  const limits = isAgain ? [] : [[otherPerNetwork, from.network] as const]
  const tooMany = await countAgainst(ports.rateLimiter, limits)
  if (tooMany) return tooMany
  const presented = authenticate(ports, settings, { token, at: from.receivedAt })
  if (presented.kind === 'refused') return presented
  const { userId, sessionId } = presented.claims
  return ports.store.transaction(async (tx) => {
    const on = { action, tenantId }
    const by = await authorizeIn({ tx, settings }, { userId, sessionId }, on)
    return 'kind' in by ? by : work(tx, by)
  })
}

/** What the check needs. */
interface Looking {
  readonly tx: Transaction
  readonly settings: Pick<AuthSettings, 'unconfirmedAccounts'>
}

/**
 * Checks who acts, as our records have them now: the part of {@link authorize} that runs in its transaction.
 * For work that takes more than one transaction.
 *
 * Refusals: `session_ended`, `forbidden`, `not_found`, as for {@link authorize}.
 */
export async function authorizeIn(
  { tx, settings }: Looking,
  { userId, sessionId }: Pick<AccessClaims, 'userId' | 'sessionId'>,
  { tenantId, action }: Pick<TenantCommand, 'tenantId'> & { readonly action: Action },
): Promise<Authorized | Refused> {
  const [session, membership] = await Promise.all([
    tx.sessions.find(sessionId),
    findActiveMembership(tx, userId),
  ])
  // After a logout the backend still accepts the token, but this check does not.
  if (sessionState(session).kind !== 'authenticated' || !session) return refused('session_ended')
  if (!membership) return refused('forbidden')
  const to = { id: tenantId ?? membership.tenant.id, action }
  const target = await findTarget({ tx, settings }, membership, to)
  return 'kind' in target ? target : { ...membership, session, target }
}

async function findTarget(
  { tx, settings: { unconfirmedAccounts: policy } }: Looking,
  { account, tenant: own }: Membership,
  { id, action }: { readonly id: string; readonly action: Action },
): Promise<Tenant | Refused> {
  // In the caller's own organization the target is the caller; `findMember` checks other members again.
  const isHome = id === account.tenantId
  const on = isHome ? { tenantId: id, account } : { tenantId: id }
  if (!covers({ account, policy }, action, on)) return refused('forbidden')
  if (isHome) return own
  const tenant = await tx.tenants.find(id)
  return tenant && tenant.status !== 'reserved' ? tenant : refused('not_found')
}

/** An action on a member. */
interface OnMember {
  readonly action: Action
  /** `Account.id` of the member. */
  readonly accountId: string
}

/**
 * The member of the organization that is acted on, in any status but reserved and removing.
 *
 * Refusals: `not_found`, for members of other organizations too; `forbidden` when the matrix does
 * not allow it.
 */
export async function findMember(
  { tx, settings: { unconfirmedAccounts: policy } }: Looking,
  { account, target }: Pick<Authorized, 'account' | 'target'>,
  { action, accountId }: OnMember,
): Promise<Account | Refused> {
  const member = await tx.accounts.find(accountId)
  if (!member || member.tenantId !== target.id) return refused('not_found')
  if (member.status === 'reserved' || member.status === 'removing') return refused('not_found')
  const mayAct = covers({ account, policy }, action, { tenantId: target.id, account: member })
  return mayAct ? member : refused('forbidden')
}
