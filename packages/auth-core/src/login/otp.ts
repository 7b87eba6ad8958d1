import { wholeMinutes } from '../lib/time.ts'
import type { OtpChallenge } from '../records/otp-challenge.ts'

/**
 * Who makes a guess: the owner, by the session token or the network of the login, or a person who only knows
 * the username.
 */
export type Guesser = 'owner' | 'stranger'

/** How many guesses each kind of guesser may make at one challenge. */
export const guessBudget = { owner: 5, stranger: 3 } as const

/** Seconds in which a repeated login re-uses the live code and sends nothing, and none is sent again (T-07). */
export const otpReuseSeconds = 30

/** The largest number of code mails for one account within {@link otpMailWindowSeconds} (T-07). */
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
 * @returns The challenge with the reduced budget, or `undefined` when this guess must not be checked.
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
