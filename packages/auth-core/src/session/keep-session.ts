import { type ActorCommand, authorize } from '../authorization/authorize.ts'
import { sessionEnd } from '../endings/session-end.ts'
import { later } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { type KeptToken, signKept } from '../tokens/kept-token.ts'

/** The access token of the session to keep. */
export type KeepSessionCommand = ActorCommand

/** The session is kept. */
export interface SessionKept extends KeptToken {
  /** The kind of this outcome. */
  readonly kind: 'session_kept'
}

/**
 * Keeps the session of an access token for a device (`POST /api/auth/kept-session`): the token of the answer
 * takes it up again when all access tokens have expired. The record of the session lasts as long, so that it
 * can be listed and ended meanwhile. A repetition gives another token, which is as good.
 *
 * Refusals: those of {@link authorize}.
 */
export function keepSession(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: KeepSessionCommand,
): Promise<SessionKept | Refused> {
  return authorize<SessionKept>(ports, settings, {
    token,
    from,
    action: 'keepSession',
    async work(tx, { account, tenant, session }) {
      const { id: sessionId, authTime, client: source } = session
      const until = sessionEnd(settings, tenant, authTime)
      await tx.sessions.update({ ...session, expiresAt: later(session.expiresAt, until) })
      const subject = { accountId: account.id, tenantId: tenant.id, client: source }
      await tx.auditLog.record(requestEvent(from, { kind: 'session_kept', ...subject }))
      const claims = { sessionId, userId: account.id, tenantId: tenant.id, source, authTime }
      return { kind: 'session_kept', ...signKept(ports, settings, { ...claims, until }) }
    },
  })
}
