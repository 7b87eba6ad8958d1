import type { Ending } from '../records/ending.ts'

/** What of a token decides whether an ending concerns it. */
export interface CheckedClaims {
  /** `sid`. */
  readonly sessionId: string
  /** `iat`. */
  readonly issuedAt: Date
}

/** Why an otherwise valid token is refused. */
export type EndedRefusal = 'session_ended' | 'token_stale'

/**
 * The endings that this process knows of sessions whose tokens have not expired. A check is a look-up in
 * memory, without I/O.
 */
export interface EndedSource {
  /**
   * Checks an access token.
   *
   * @param at When the request arrived.
   * @returns `null` unless an ending concerns the token.
   */
  check(claims: CheckedClaims, at: Date): EndedRefusal | null
  /** Takes in what this process has ended itself: it counts from now on. */
  note(endings: readonly Ending[]): void
}
