import type { ExternalIdentityRepository } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'
import { insertRow } from './rows.ts'

/** The external identities of one transaction. */
export function memoryExternalIdentities(state: StateOfTransaction): ExternalIdentityRepository {
  return {
    async insert(identity) {
      const key = keyOf(identity.accountId, identity.issuer)
      if (state().externalIdentities.has(key)) return false
      insertRow(state().externalIdentities, key, identity)
      return true
    },

    async listOfAccount(accountId) {
      return Array.from(state().externalIdentities.values())
        .filter((identity) => identity.accountId === accountId)
        .toSorted((one, other) => (one.issuer < other.issuer ? -1 : 1))
        .map((identity) => copyOf(identity))
    },
  }
}

/** Joins both ids so that no two pairs have the same key. */
function keyOf(accountId: string, issuer: string): string {
  return JSON.stringify([accountId, issuer])
}
