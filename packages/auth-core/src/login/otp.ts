import { wholeMinutes } from '../lib/time.ts'
import type { LoginProof } from '../records/proof.ts'

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

/** Who guesses: the login that asked for the code, or someone who merely knows the username. */
export type Guesser = 'owner' | 'stranger'

/** How many guesses each may make at one challenge. */
export const guessBudget = { owner: 5, stranger: 3 } as const

/** Seconds in which a repeated request re-uses the live code and sends nothing (T-07). */
export const otpReuseSeconds = 30

/** At most this many code mails an account in {@link otpMailWindowSeconds} (T-07). */
export const otpMailsPerWindow = 5

/** Length of the window in which code mails are counted. */
export const otpMailWindowSeconds = 15 * 60

/** Whether a challenge still waits for its code. */
export function isLive(challenge: OtpChallenge, now: Date): boolean {
  return now < challenge.expiresAt && challenge.ownerGuesses > 0
}

/** Whole minutes, rounded up, until the code of a challenge expires. */
export function minutesLeft({ expiresAt }: OtpChallenge, now: Date): number {
  return wholeMinutes((expiresAt.getTime() - now.getTime()) / 1000)
}

/**
 * Takes one guess from the guesser's budget, before anything is compared (T-09).
 *
 * @returns The challenge that remains, or `undefined` when this guess must not be evaluated.
 */
export function takeGuess(
  challenge: OtpChallenge,
  guesser: Guesser,
  now: Date,
): OtpChallenge | undefined {
  if (!isLive(challenge, now)) return undefined
  const { ownerGuesses, strangerGuesses } = challenge
  if (guesser === 'owner') return { ...challenge, ownerGuesses: ownerGuesses - 1 }
  return strangerGuesses > 0 ? { ...challenge, strangerGuesses: strangerGuesses - 1 } : undefined
}
