import { findOfferedMembership } from '../account/memberships.ts'
import { sessionState } from '../authorization/session-state.ts'
import { sessionEnd } from '../endings/session-end.ts'
import { loginContext, type StepWork } from '../login/login-work.ts'
import { transition } from '../login/machine.ts'
import { perform } from '../login/perform.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { IssuedToken } from '../tokens/access-token.ts'
import type { KeptClaims } from '../tokens/kept-token.ts'

/** A session that got another access token. */
export interface Renewed {
  /** The kind of this outcome. */
  readonly kind: 'renewed'
  /** The new access token. */
  readonly issued: IssuedToken
  /** The end of the session. */
  readonly until: Date
}

/** What renewing and ending a session needs. */
export interface SessionWork extends StepWork {
  /** The client that sent the request. */
  readonly from: Requester
}

/** Issues another access token of a session that goes on, and records it. Refusals: `session_ended`. */
export async function renewSession(
  { ports, settings, tx, from }: SessionWork,
  { sessionId, userId: accountId, tenantId, source: client, authTime }: KeptClaims,
): Promise<Renewed | Refused> {
  const [membership, session, endings] = await Promise.all([
    findOfferedMembership(tx, settings, accountId),
    tx.sessions.find(sessionId),
    tx.endings.find('session', sessionId),
  ])
  const until = membership ? sessionEnd(settings, membership.tenant, authTime) : authTime
  const isOver = membership !== undefined && !(from.receivedAt < until)
  const step = transition(
    sessionState(session),
    { kind: 'refresh_requested', membership, isOver },
    loginContext(settings, client),
  )
  const outcome = step.ok ? 'ok' : 'refused'
  const subject = { accountId, tenantId, client }
  await tx.auditLog.record(requestEvent(from, { kind: 'refreshed', outcome, ...subject }))
  if (!step.ok) return refused(step.refusal)
  const [renewal] = step.effects
  return {
    kind: 'renewed',
    issued: await perform({ ports, settings, tx, endings }, renewal),
    until,
  }
}
