import type { OtpChallengeRepository } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'
import { removeRows } from './rows.ts'

/** The OTP challenges of one transaction. */
export function memoryOtpChallenges(state: StateOfTransaction): OtpChallengeRepository {
  return {
    async put(challenge) {
      state().otpChallenges.set(challenge.accountId, copyOf(challenge))
    },

    async findByAccount(accountId) {
      return copyOf(state().otpChallenges.get(accountId))
    },

    async remove(accountId) {
      state().otpChallenges.delete(accountId)
    },

    async removeAll() {
      state().otpChallenges.clear()
    },

    async removeExpired(now) {
      return removeRows(state().otpChallenges, ({ expiresAt }) => expiresAt <= now)
    },
  }
}
