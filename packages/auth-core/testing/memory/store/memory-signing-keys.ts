import type { SigningKeyRepository } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'

/** The signing keys of one transaction. Nothing is encrypted, because nothing is stored on disk. */
export function memorySigningKeys(state: StateOfTransaction): SigningKeyRepository {
  return {
    async list() {
      return copyOf([...state().signingKeys.values()])
    },

    async put(key) {
      state().signingKeys.set(key.kid, copyOf(key))
    },

    async remove(kid) {
      state().signingKeys.delete(kid)
    },
  }
}
