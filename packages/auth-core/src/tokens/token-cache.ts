import type { Auth } from '../create-auth.ts'
import type { KeyRingSource } from '../ports/key-ring-source.ts'
import {
  isWithin,
  type VerificationPeriod,
  type VerifiedToken,
  validateVerified,
} from './verified-token.ts'

/** How much is remembered, at most. */
export interface TokenCacheBounds {
  readonly tokens: number
  /** As the cache estimates it: three bytes a character and 1 KiB for each token. */
  readonly bytes: number
}

/** About 10,000 sessions at work, whose tokens have 700 characters. */
export const defaultTokenCacheBounds: TokenCacheBounds = { tokens: 10_000, bytes: 33_554_432 }

/** What the cache stands before. */
export interface TokenCacheOptions {
  readonly auth: Pick<Auth, 'verificationPeriod' | 'verifyToken'>
  readonly keyRing: KeyRingSource
  readonly bounds?: TokenCacheBounds
}

/**
 * Judges access tokens as `auth.authenticate` does, and checks the signature of each only once.
 *
 * - Only the exact token hits: the whole text is the key, no digest and no part of it.
 * - Its times are judged anew for every request.
 * - When other keys are believed than before (a ring was loaded, a rotation came, forced or not),
 *   everything is forgotten.
 * - Only tokens that hold are remembered, so that nobody fills it without having them.
 *
 * The older half goes when a bound is reached: what is used stays, without a list to keep in order.
 */
export function createTokenCache({
  auth,
  keyRing,
  bounds = defaultTokenCacheBounds,
}: TokenCacheOptions): Pick<Auth, 'authenticate'> {
  let period: VerificationPeriod | undefined
  let recent = new Map<string, VerifiedToken>()
  let older = new Map<string, VerifiedToken>()
  let recentBytes = 0

  function startOver(): void {
    older = recent
    recent = new Map()
    recentBytes = 0
  }

  function remember(token: string, verified: VerifiedToken): void {
    const bytes = 3 * token.length + 1024
    if (bytes > bounds.bytes / 2 || bounds.tokens < 2) return
    if (recent.size >= bounds.tokens / 2 || recentBytes + bytes > bounds.bytes / 2) startOver()
    recent.set(token, verified)
    recentBytes += bytes
  }

  return {
    authenticate(token, at) {
      if (period === undefined || !isWithin(period, { keys: keyRing.current(), now: at })) {
        period = auth.verificationPeriod(at)
        startOver()
        older = new Map()
      }
      const known = recent.get(token)
      if (known !== undefined) return validateVerified(known, at)
      const verified = older.get(token) ?? auth.verifyToken(token, at)
      if (verified === null) return { kind: 'refused', refusal: 'token_invalid' }
      const decision = validateVerified(verified, at)
      if (decision.kind === 'authenticated') remember(token, verified)
      return decision
    },
  }
}
