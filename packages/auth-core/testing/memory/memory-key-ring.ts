import type { KeyRingSource, SigningKey } from '../../src/ports/index.ts'
import { copyOf } from './copy-of.ts'

/** A {@link KeyRingSource} whose keys a test can change. */
export interface MemoryKeyRing extends KeyRingSource {
  /** Replaces the current keys, as reloading the ring does. */
  replace(keys: readonly SigningKey[]): void
}

/** Makes a ring of these keys. */
export function createMemoryKeyRing(keys: readonly SigningKey[]): MemoryKeyRing {
  let ring = copyOf(keys)
  return {
    current: () => copyOf(ring),
    replace: (next) => {
      ring = copyOf(next)
    },
  }
}
