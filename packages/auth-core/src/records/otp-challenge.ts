import type { LoginProof } from './proof.ts'

/** A one-time code the service is waiting for; at most one an account. The code is not in it. */
export interface OtpChallenge {
  readonly id: string
  readonly accountId: string
  /** Keyed hash of id and code. */
  readonly codeDigest: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Guesses left to those who show a session token of this login. */
  readonly ownerGuesses: number
  /** Guesses left to everybody else, so that a stranger cannot burn the owner's (T-10). */
  readonly strangerGuesses: number
  /** The outbox entry that carries the code, to send it again. */
  readonly mailId: string
  /** What the login had proven when the code was sent. */
  readonly proof: LoginProof
}
