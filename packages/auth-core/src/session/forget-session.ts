import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { openKept } from '../tokens/kept-token.ts'
import { endByLogout } from './end-by-logout.ts'
import type { ResumeSessionCommand } from './resume-session.ts'

/** The token of a kept session. */
export type ForgetSessionCommand = ResumeSessionCommand

/** The device keeps no session. */
export interface SessionForgotten {
  /** The kind of this outcome. */
  readonly kind: 'session_forgotten'
}

/**
 * Ends the session that a device keeps (`DELETE /api/auth/kept-session`), as a logout does. What is no kept token
 * ends nothing.
 *
 * Refusals: `rate_limited`.
 */
export async function forgetSession(
  ports: Ports,
  settings: AuthSettings,
  { keptToken, from }: ForgetSessionCommand,
): Promise<SessionForgotten | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const kept = openKept(ports, settings, { token: keptToken, at: from.receivedAt })
  if (kept) {
    await ports.store.transaction((tx) => endByLogout({ ports, settings, tx, from }, kept))
  }
  return { kind: 'session_forgotten' }
}
