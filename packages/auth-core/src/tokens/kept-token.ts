import { acceptedKeys, signingKey } from '../keys/key-ring.ts'
import { rotationPolicy } from '../keys/rotate-keys.ts'
import { fromNumericDate, isMoment, isNumericDate, toNumericDate } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import { clientTypes } from '../records/client.ts'
import type { AuthSettings } from '../settings.ts'
import type { AccessClaims } from './access-claims.ts'

/** The session that a device keeps, as the token names it. */
export type KeptClaims = Pick<
  AccessClaims,
  'sessionId' | 'userId' | 'tenantId' | 'source' | 'authTime'
>

/** A token with which a device takes up a session again, after its access tokens have expired. */
export interface KeptToken {
  /** The token: any text. Secret. It opens nothing by itself. */
  readonly keptToken: string
  /** Lifetime of the token in seconds: as long as the session may last. */
  readonly keptSeconds: number
}

/**
 * Signs the token of a kept session. It may be used any number of times, also at the same time: what ends it is
 * the end of the session on record.
 *
 * @param until The end of the session.
 */
export function signKept(
  ports: Pick<Ports, 'clock' | 'keyRing' | 'tokenSigner'>,
  settings: Pick<AuthSettings, 'issuer'>,
  { until, ...claims }: KeptClaims & { readonly until: Date },
): KeptToken {
  const now = ports.clock.now()
  const [issuedAt, expiresAt] = [toNumericDate(now), toNumericDate(until)]
  const payload = {
    iss: settings.issuer,
    sid: claims.sessionId,
    user_id: claims.userId,
    tenant_id: claims.tenantId,
    source: claims.source,
    auth_time: toNumericDate(claims.authTime),
    iat: issuedAt,
    exp: expiresAt,
  }
  const key = signingKey({ keys: ports.keyRing.current(), now })
  const keptToken = ports.tokenSigner.sign('kept', payload, key)
  return { keptToken, keptSeconds: Math.max(0, expiresAt - issuedAt) }
}

/**
 * The session that a kept token names; `null` unless it is ours and has not expired at `at`. A planned rotation
 * of the keys does not end it, a forced one does. Whether the session goes on, only the store knows.
 */
export function openKept(
  ports: Pick<Ports, 'keyRing' | 'tokenSigner'>,
  settings: AuthSettings,
  { token, at }: { readonly token: string; readonly at: Date },
): KeptClaims | null {
  if (!isMoment(at)) return null
  const { keptSeconds } = rotationPolicy(settings)
  const keys = acceptedKeys(
    { keys: ports.keyRing.current(), now: at },
    { overlapSeconds: keptSeconds },
  )
  const payload = ports.tokenSigner.verify('kept', token, keys)
  if (!payload) return null
  const { iss, sid, user_id: userId, tenant_id: tenantId, source, auth_time, exp } = payload
  if (iss !== settings.issuer || !isNumericDate(auth_time) || !isNumericDate(exp)) return null
  if (!(at < fromNumericDate(exp))) return null
  const client = clientTypes.find((known) => known === source)
  if (typeof sid !== 'string' || typeof userId !== 'string' || typeof tenantId !== 'string') {
    return null
  }
  if (!client) return null
  return { sessionId: sid, userId, tenantId, source: client, authTime: fromNumericDate(auth_time) }
}
