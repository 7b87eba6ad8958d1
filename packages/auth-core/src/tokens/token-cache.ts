import { assertSettings } from '../assert-settings.ts'
import { isMoment } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { AccessTokenVerifier, Authenticated } from './access-claims.ts'
import { type AuthenticatingPorts, verificationPeriod, verifyAccessToken } from './access-token.ts'
import { unlessEnded } from './unless-ended.ts'
import {
  isWithin,
  type VerificationPeriod,
  type VerifiedToken,
  validateVerified,
} from './verified-token.ts'

/** The bounds of a cache. When a bound is reached, the older half is dropped. */
export interface TokenCacheBounds {
  /** The largest number of tokens; below 2 the cache keeps none. */
  readonly tokens: number
  /** The largest size in bytes, estimated as three for each character and 1 KiB for each token. */
  readonly bytes: number
}

type Entries = Map<string, { readonly token: string; readonly verified: VerifiedToken }>

/** The length of an HS256 signature in base64url, in characters. */
const signatureLength = 43

/** To hash a whole token would cost more than all the rest of the check. */
function signatureOf(token: string): string {
  return token.slice(-signatureLength)
}

function find(entries: Entries, token: string): VerifiedToken | undefined {
  const entry = entries.get(signatureOf(token))
  return entry?.token === token ? entry.verified : undefined
}

/** About 10,000 active sessions, with tokens of 700 characters. */
const defaultBounds: TokenCacheBounds = { tokens: 10_000, bytes: 33_554_432 }

/**
 * Authenticates access tokens as `Auth.authenticate` does, and checks the signature of each only
 * once. For hosts that are shown the same tokens often.
 *
 * - Only the exact token hits: it is found by its signature, and then compared as a whole.
 * - Its times, and whether something has ended it, are checked anew for every request.
 * - When other keys are accepted than before (a ring was loaded, a rotation came, forced or not),
 *   everything is forgotten.
 * - Only valid tokens are kept, so that invalid ones cannot fill the cache.
 *
 * The older half goes when a bound is reached: what is used stays, without a list to keep in order.
 *
 * @throws {TypeError} When a setting is missing or none, such as a duration that is `NaN`.
 */
export function createTokenCache(
  ports: AuthenticatingPorts & Pick<Ports, 'clock'>,
  settings: AuthSettings,
  bounds: TokenCacheBounds = defaultBounds,
): AccessTokenVerifier {
  assertSettings(settings)
  let period: VerificationPeriod | undefined
  let recent: Entries = new Map()
  let older: Entries = new Map()
  let recentBytes = 0

  function startOver(): void {
    older = recent
    recent = new Map()
    recentBytes = 0
  }

  function remember(token: string, verified: VerifiedToken): void {
    const bytes = 3 * token.length + 1024
    if (!(bytes <= bounds.bytes / 2 && bounds.tokens >= 2)) return
    if (recent.size >= bounds.tokens / 2 || recentBytes + bytes > bounds.bytes / 2) startOver()
    recent.set(signatureOf(token), { token, verified })
    recentBytes += bytes
  }

  function check(verified: VerifiedToken, at: Date): Authenticated | Refused {
    const decision = validateVerified(verified, at)
    return decision.kind === 'refused' ? decision : unlessEnded(ports, decision, at)
  }

  return {
    authenticate(token, at = ports.clock.now()) {
      // Plain JavaScript may hand over a missing header.
      if (typeof token !== 'string' || !isMoment(at)) return refused('token_invalid')
      if (period === undefined || !isWithin(period, { keys: ports.keyRing.current(), now: at })) {
        period = verificationPeriod(ports, settings, at)
        startOver()
        older = new Map()
      }
      const known = find(recent, token)
      if (known !== undefined) return check(known, at)
      const verified = find(older, token) ?? verifyAccessToken(ports, settings, { token, at })
      if (verified === null) return refused('token_invalid')
      const decision = check(verified, at)
      if (decision.kind === 'valid') remember(token, verified)
      return decision
    },
  }
}
