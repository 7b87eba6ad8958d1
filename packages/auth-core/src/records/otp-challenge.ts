import type { LoginProof } from './proof.ts'

/** A one-time code that the service waits for; at most one an account. Holds no code, only its digest. */
export interface OtpChallenge {
  /** Part of what `codeDigest` is made of, so that equal codes have different digests. */
  readonly id: string
  /** The account that is entered with the code. */
  readonly accountId: string
  /** Keyed hash of id and code. */
  readonly codeDigest: string
  /** When the code was made. */
  readonly createdAt: Date
  /** The code is not accepted at or after this moment. */
  readonly expiresAt: Date
  /**
   * `Requester.network` of the login that asked for the code; `null` when an older release made it.
   * Guesses from there count as the owner's (T-96).
   */
  readonly network: string | null
  /** Guesses left to the owner: who shows a session token of this login, or comes from its network. */
  readonly ownerGuesses: number
  /** Guesses left to all others, so that a stranger cannot burn the owner's (T-10). */
  readonly strangerGuesses: number
  /** The outbox entry that carries the code, to send it again. */
  readonly mailId: string
  /** What the login had proven when the code was sent. */
  readonly proof: LoginProof
}
