import { type KeyState, keyState, type RotationSettings } from '@gatehouse/auth-core/operator'
import type { Clock, KeyRingSource, SigningKey } from '@gatehouse/auth-core/ports'

/** Facts about the signing keys at a moment. */
export interface KeyFacts {
  /** The number of keys in each state. */
  readonly states: ReadonlyMap<KeyState, number>
  /** When the current key started to sign, in Unix seconds; not set for the operator's own secret. */
  readonly activeFrom?: number
  /** When the next one takes over, in Unix seconds. */
  readonly rotationDue?: number
}

/** Reads the facts from the keys as they are now. */
export function keyFacts(
  { keyRing, clock }: { readonly keyRing: KeyRingSource; readonly clock: Clock },
  settings: RotationSettings,
): KeyFacts {
  const ring = { keys: keyRing.current(), now: clock.now() }
  const overlapSeconds = Math.max(settings.accessTokenSeconds, settings.sessionTokenSeconds)
  const stateOf = (key: SigningKey) => keyState(key, ring, { overlapSeconds })
  const keys = Map.groupBy(ring.keys, stateOf)
  const states = new Map(Array.from(keys, ([state, { length }]) => [state, length]))
  const active = secondsOf(keys.get('active')?.[0])
  // The operator's own secret has no start.
  if (!active) return { states }
  const next = secondsOf(keys.get('next')?.[0])
  return {
    states,
    activeFrom: active,
    rotationDue: next ?? active + settings.keyRotationSeconds,
  }
}

function secondsOf(key: SigningKey | undefined): number | undefined {
  return key && key.activeFrom.getTime() / 1000
}
