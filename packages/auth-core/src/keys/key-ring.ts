/**
 * The signing-key ring: which key signs, which are believed, when the next one is due.
 *
 * All of it follows from the keys' own times and the moment asked about, so it is the same on
 * every replica and after every restart: nothing has to happen for a rotation to take place but
 * that its next key was stored beforehand.
 */
import { secondsAfter } from '../time.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * Where a key is in its life.
 *
 * - `next`: will sign; believed already, since another replica's clock may be ahead.
 * - `active`: signs.
 * - `retiring`: signs no more, but what it signed is believed until it has expired.
 * - `expired`: of no use any more.
 * - `revoked`: by a forced rotation; nothing it signed is believed.
 */
export type KeyState = 'next' | 'active' | 'retiring' | 'expired' | 'revoked'

/** How often keys change, in seconds. */
export interface RotationPolicy {
  /** From the start of one key to the start of the next. */
  readonly everySeconds: number
  /** The next key exists this long before it signs. */
  readonly leadSeconds: number
  /** A replaced key is believed this long: the longest lifetime of what it signed. */
  readonly overlapSeconds: number
}

/** A ring as seen at one moment. */
export interface KeyRing {
  readonly keys: readonly SigningKey[]
  readonly now: Date
}

/** The state of one key of a ring. */
export function keyState(
  key: SigningKey,
  ring: KeyRing,
  { overlapSeconds }: Pick<RotationPolicy, 'overlapSeconds'>,
): KeyState {
  const { now } = ring
  if (key.revokedAt) return 'revoked'
  if (key.acceptedUntil) return now < key.acceptedUntil ? 'retiring' : 'expired'
  if (now < key.activeFrom) return 'next'
  const successor = started(ring).find(({ activeFrom }) => activeFrom > key.activeFrom)
  if (!successor) return 'active'
  return now < secondsAfter(successor.activeFrom, overlapSeconds) ? 'retiring' : 'expired'
}

/**
 * The key that signs at a moment.
 *
 * @throws {TypeError} When the ring has none: it was not rotated at the start.
 */
export function signingKey(ring: KeyRing): SigningKey {
  const active = started(ring).at(-1)
  if (!active) throw new TypeError('the key ring has no active key')
  return active
}

/** The keys whose signatures are believed at a moment. */
export function acceptedKeys(
  ring: KeyRing,
  policy: Pick<RotationPolicy, 'overlapSeconds'>,
): readonly SigningKey[] {
  return ring.keys.filter((key) => {
    const state = keyState(key, ring, policy)
    return state !== 'expired' && state !== 'revoked'
  })
}

/**
 * When a new key has to be stored now, the moment from which it signs; `null` while none is due.
 * A rotation that fell due while nobody was running happens at once.
 */
export function nextKeyDue(
  { keys, now }: KeyRing,
  { everySeconds, leadSeconds }: RotationPolicy,
): Date | null {
  const newest = usable(keys).at(-1)
  if (!newest) return now
  if (newest.activeFrom > now) return null
  const due = secondsAfter(newest.activeFrom, everySeconds)
  if (secondsAfter(now, leadSeconds) < due) return null
  return due > now ? due : now
}

/** Whether a forced rotation has happened since a moment. */
export function revokedSince(keys: readonly SigningKey[], moment: Date): boolean {
  return keys.some(({ revokedAt }) => revokedAt !== null && revokedAt >= moment)
}

/** Keys that take part in the rotation, oldest first. */
function usable(keys: readonly SigningKey[]): readonly SigningKey[] {
  return keys
    .filter(({ revokedAt, acceptedUntil }) => revokedAt === null && acceptedUntil === null)
    .toSorted((one, other) => one.activeFrom.getTime() - other.activeFrom.getTime())
}

function started({ keys, now }: KeyRing): readonly SigningKey[] {
  return usable(keys).filter(({ activeFrom }) => activeFrom <= now)
}
