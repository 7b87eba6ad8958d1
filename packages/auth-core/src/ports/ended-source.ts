import type { Ending } from '../records/ending.ts'

/** What of a token decides whether an ending concerns it. */
export interface CheckedClaims {
  /** `sid`. */
  readonly sessionId: string
  /** `iat`. */
  readonly issuedAt: Date
}

/** Why a token that is otherwise good is refused. */
export type EndedRefusal = 'session_ended' | 'token_stale'

/** What this process knows to have ended before its tokens expired. Asking costs a look-up: no I/O. */
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
