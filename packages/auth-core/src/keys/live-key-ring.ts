import { assertSome } from '../assert-settings.ts'
import type { KeyRingSource } from '../ports/key-ring-source.ts'
import type { SigningKey } from '../records/signing-key.ts'
import { type RotationPorts, type RotationSettings, rotateKeysIfDue } from './rotate-keys.ts'

/** The ring that this process signs and checks with, kept up to date from the store. */
export interface LiveKeyRing extends KeyRingSource {
  /**
   * Rotates if that is due, and takes over what other processes did.
   *
   * @throws {PortError} When the store fails; the ring stays as it was.
   */
  reload(): Promise<void>
}

/**
 * The keys in the store, as they were last loaded: `reload` has to end well once before first use.
 *
 * @throws {TypeError} When a setting is missing or none: a key might be accepted without an end.
 */
export function createLiveKeyRing(ports: RotationPorts, settings: RotationSettings): LiveKeyRing {
  assertSome(settings, 'accessTokenSeconds', 'sessionTokenSeconds')
  assertSome(settings, 'keyRotationSeconds', 'keyLeadSeconds')
  let keys: readonly SigningKey[] = []
  let begun = 0
  let applied = 0
  return {
    current: () => keys,
    async reload() {
      begun += 1
      const mine = begun
      const loaded = await rotateKeysIfDue(ports, settings)
      // A slow read must not overwrite the result of a later one.
      if (mine < applied) return
      applied = mine
      // The same array is kept while the keys are the same, because verified tokens are cached for it.
      if (!areSame(loaded, keys)) keys = loaded
    },
  }
}

/** Comparing as JSON works because keys consist of text and dates. */
function areSame(some: readonly SigningKey[], others: readonly SigningKey[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others)
}
