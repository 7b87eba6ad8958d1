import type {
  OneTimePurpose,
  OneTimeToken,
  OneTimeTokenRepository,
} from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'
import { insertRow, oldestFirst, removeRows, selectRows, updateRow } from './rows.ts'

/** The one-time tokens of one transaction. */
export function memoryOneTimeTokens(state: StateOfTransaction): OneTimeTokenRepository {
  return {
    async insert(token) {
      insertRow(state().oneTimeTokens, token.digest, token)
    },

    async find(purpose, digest) {
      const token = state().oneTimeTokens.get(digest)
      return token?.purpose === purpose ? copyOf(token) : undefined
    },

    async findNewest(purpose, accountId) {
      const tokens = selectRows(state().oneTimeTokens, isFor(purpose, accountId))
      return tokens.sort(oldestFirst).at(-1)
    },

    async update(token) {
      updateRow(state().oneTimeTokens, token.digest, token)
    },

    async removeAll(purpose, accountId) {
      removeRows(state().oneTimeTokens, isFor(purpose, accountId))
    },

    async findLeased(purpose) {
      return selectRows(
        state().oneTimeTokens,
        (token) => token.purpose === purpose && token.lease !== null,
      )
    },

    // A token with an expired lease stays too; otherwise an abandoned reset would never be found.
    async removeExpired(now) {
      return removeRows(
        state().oneTimeTokens,
        ({ lease, expiresAt }) => lease === null && expiresAt <= now,
      )
    },
  }
}

function isFor(purpose: OneTimePurpose, accountId: string) {
  return (token: OneTimeToken) => token.purpose === purpose && token.accountId === accountId
}
