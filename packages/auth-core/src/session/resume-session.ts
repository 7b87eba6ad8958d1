import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { type KeptToken, openKept, signKept } from '../tokens/kept-token.ts'
import { renewSession } from './renew-session.ts'

/** The token of a kept session. */
export interface ResumeSessionCommand {
  /** The kept token: any text; empty if the device has none. Secret. */
  readonly keptToken: string
  /** The client that sent the request, and when the request arrived. */
  readonly from: Requester
}

/** A new access token for the kept session, and a new kept token. The old one stays as good. */
export interface SessionResumed extends KeptToken {
  /** The kind of this outcome. */
  readonly kind: 'session_resumed'
  /** The new access token. Secret. */
  readonly token: string
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number
}

/**
 * Takes up a kept session again (`POST /api/auth/kept-session/resume`): an access token with the rights as they
 * are now, the same `sid` and `auth_time`. Any number of tabs may do it at the same time.
 *
 * Refusals: `session_ended`, also for what is no kept token; `rate_limited`.
 */
export async function resumeSession(
  ports: Ports,
  settings: AuthSettings,
  { keptToken, from }: ResumeSessionCommand,
): Promise<SessionResumed | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const kept = openKept(ports, settings, { token: keptToken, at: from.receivedAt })
  if (!kept) return refused('session_ended')
  return ports.store.transaction(async (tx) => {
    const renewed = await renewSession({ ports, settings, tx, from }, kept)
    if (renewed.kind === 'refused') return renewed
    const { issued, until } = renewed
    const next = signKept(ports, settings, { ...kept, until })
    return { kind: 'session_resumed', token: issued.token, expiresIn: issued.expiresIn, ...next }
  })
}
