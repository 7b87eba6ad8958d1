import { type ActorCommand, type Authorized, authorize } from '../authorization/authorize.ts'
import { endSessions } from '../endings/end-sessions.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The access token of an account, and one of its sessions. */
export interface EndSessionCommand extends ActorCommand {
  /** `Session.id`; any text. */
  readonly id: string
}

/** The access token of an account. */
export type EndOtherSessionsCommand = ActorCommand

/** The session has ended, with its access tokens, the session tokens of its login and its terminals. */
export interface SessionEnded {
  /** The kind of this outcome. */
  readonly kind: 'session_ended'
}

/** All sessions but the caller's have ended, with the same effects. */
export interface OtherSessionsEnded {
  /** The kind of this outcome. */
  readonly kind: 'other_sessions_ended'
}

/**
 * Ends one of one's own sessions (`DELETE /api/auth/sessions/{id}`), possibly the caller's. A repetition does
 * no harm while the session is stored.
 *
 * Refusals: those of {@link authorize}; `not_found`, also for a session of another account.
 */
export function endSession(
  ports: Ports,
  settings: AuthSettings,
  { token, from, id }: EndSessionCommand,
): Promise<SessionEnded | Refused> {
  return authorize<SessionEnded | Refused>(ports, settings, {
    token,
    from,
    action: 'endSession',
    async work(tx, { account, tenant, session: current }) {
      const session = await tx.sessions.find(id)
      if (session?.accountId !== account.id) return refused('not_found')
      const isCurrent = session.id === current.id
      await endSessions({ ports, settings, tx, ...(!isCurrent && keepingOf(current)) }, [session])
      await record(tx, from, { account, tenant, which: session.id })
      return { kind: 'session_ended' }
    },
  })
}

/**
 * Ends all of one's own sessions but the caller's (`DELETE /api/auth/sessions`).
 *
 * Refusals: those of {@link authorize}.
 */
export function endOtherSessions(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: EndOtherSessionsCommand,
): Promise<OtherSessionsEnded | Refused> {
  return authorize<OtherSessionsEnded>(ports, settings, {
    token,
    from,
    action: 'endOtherSessions',
    async work(tx, { account, tenant, session: current }) {
      // Logged-out sessions are included: their access tokens may still be valid.
      const all = await tx.sessions.listOfAccount(account.id)
      const others = all.filter(({ id }) => id !== current.id)
      await endSessions({ ports, settings, tx, ...keepingOf(current) }, others)
      await record(tx, from, { account, tenant, which: 'others' })
      return { kind: 'other_sessions_ended' }
    },
  })
}

/** Two sessions may share one login; the caller's session keeps using its session tokens. */
function keepingOf({ loginId }: Authorized['session']): { readonly keptLogin: string } {
  return { keptLogin: loginId }
}

async function record(
  tx: Transaction,
  from: Requester,
  { account, tenant, which }: Pick<Authorized, 'account' | 'tenant'> & { readonly which: string },
): Promise<void> {
  const subject = { accountId: account.id, tenantId: tenant.id, detail: { session: which } }
  await tx.auditLog.record(requestEvent(from, { kind: 'session_ended', ...subject }))
}
