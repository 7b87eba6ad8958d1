import type { LoginProof } from './proof.ts'

/** A pending one-time code; at most one for each account. Holds only the digest of the code. */
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
  /** Guesses left for the owner: a client with a session token of this login, or in its network. */
  readonly ownerGuesses: number
  /** Guesses left for all other clients, so that they cannot use up the owner's (T-10). */
  readonly strangerGuesses: number
  /** The id of the outbox entry with the code, to send it again. */
  readonly mailId: string
  /** What the login had proven when the code was sent. */
  readonly proof: LoginProof
}
