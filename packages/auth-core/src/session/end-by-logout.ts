import { sessionState } from '../authorization/session-state.ts'
import { loginContext } from '../login/login-work.ts'
import { transition } from '../login/machine.ts'
import { perform } from '../login/perform.ts'
import { requestEvent } from '../records/audit.ts'
import type { KeptClaims } from '../tokens/kept-token.ts'
import type { SessionWork } from './renew-session.ts'

/** Ends a session and its login, and records it. A repetition changes nothing. */
export async function endByLogout(
  { ports, settings, tx, from }: SessionWork,
  { sessionId, userId: accountId, tenantId, source: client }: Omit<KeptClaims, 'authTime'>,
): Promise<void> {
  const session = await tx.sessions.find(sessionId)
  const step = transition(
    sessionState(session),
    { kind: 'logout_requested' },
    loginContext(settings, client),
  )
  for (const effect of step.effects) await perform({ ports, settings, tx }, effect)
  const subject = { accountId, tenantId, client }
  await tx.auditLog.record(requestEvent(from, { kind: 'logged_out', ...subject }))
}
