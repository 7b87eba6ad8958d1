import { type ActorCommand, authorize } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import type { Session } from '../records/session.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The access token of an account. */
export type ListSessionsQuery = ActorCommand

/** The sessions of an account. */
export interface SessionsListed {
  /** The kind of this outcome. */
  readonly kind: 'sessions'
  /** The sessions that go on, most recently used first. */
  readonly sessions: readonly Session[]
  /** `Session.id` of the caller's session. */
  readonly currentId: string
}

/**
 * Lists one's own sessions that go on (`GET /api/auth/sessions`).
 *
 * Refusals: those of {@link authorize}.
 */
export function listSessions(
  ports: Ports,
  settings: AuthSettings,
  query: ListSessionsQuery,
): Promise<SessionsListed | Refused> {
  return authorize<SessionsListed>(ports, settings, {
    token: query.token,
    from: query.from,
    action: 'listSessions',
    async work(tx, { account, session }) {
      const live = await tx.sessions.listLive(account.id, query.from.receivedAt)
      return { kind: 'sessions', sessions: live.toSorted(newestFirst), currentId: session.id }
    },
  })
}

function newestFirst(one: Session, other: Session): number {
  return other.lastSeenAt.getTime() - one.lastSeenAt.getTime()
}
