import type { OtpChallenge } from '../records/otp-challenge.ts'

/** Stores at most one challenge for each account. */
export interface OtpChallengeRepository {
  /** Stores a challenge; it replaces an earlier one of the same account. */
  put(challenge: OtpChallenge): Promise<void>
  /** The challenge of this account, expired or not. */
  findByAccount(accountId: string): Promise<OtpChallenge | undefined>
  /** Removes the challenge of this account; without one, nothing. */
  remove(accountId: string): Promise<void>
  /** Removes every challenge. */
  removeAll(): Promise<void>
  /** Removes expired challenges. @returns How many. */
  removeExpired(now: Date): Promise<number>
}
