/**
 * The signing-key ring: which key signs, which keys are accepted, and when the next key is due.
 *
 * All of it follows from the times stored with the keys and the moment in question, so it is the same on
 * every replica and after every restart. A rotation only needs its next key to be stored beforehand. A forced
 * rotation works the same way: it stores a moment shortly ahead at which all keys but one end.
 *
 * A clock that jumps does not bring a revoked key back and does not stop logins (T-97). A revocation that
 * lies further ahead than a forced rotation puts it counts as in effect. When no key has started, the oldest
 * next key signs.
 */
import { isMoment, later, secondsAfter } from '../lib/time.ts'
import type { SigningKey } from '../records/signing-key.ts'

/**
 * The state of a key.
 *
 * - `next`: will sign later; already accepted, since another replica's clock may be ahead.
 * - `active`: signs.
 * - `retiring`: no longer signs, but tokens that it signed are accepted until they expire.
 * - `expired`: no longer used, but for sessions that a device keeps.
 * - `revoked`: a forced rotation has taken effect; no token that it signed is accepted.
 */
export type KeyState = 'next' | 'active' | 'retiring' | 'expired' | 'revoked'

/**
 * Seconds until every replica has read what one of them stored: each replica reads once a second. A new key
 * does not sign earlier than that, as long as another key can.
 */
export const propagationSeconds = 2

/** How often keys change, in seconds. */
export interface RotationPolicy {
  /** From the start of one key to the start of the next. */
  readonly everySeconds: number
  /** The next key exists this long before it signs. */
  readonly leadSeconds: number
  /** Seconds for which a replaced key is accepted: the longest lifetime of the tokens that it signed. */
  readonly overlapSeconds: number
  /** Seconds for which a replaced key is accepted for kept sessions alone, and stored: their longest life. */
  readonly keptSeconds: number
}

/** A ring at one moment. */
export interface KeyRing {
  /** In any order. */
  readonly keys: readonly SigningKey[]
  /** The moment for which the ring is asked. */
  readonly now: Date
}

/** The state of one key of a ring. */
export function keyState(
  key: SigningKey,
  ring: KeyRing,
  { overlapSeconds }: Pick<RotationPolicy, 'overlapSeconds'>,
): KeyState {
  const { now } = ring
  if (isRevoked(key, now)) return 'revoked'
  if (!isMoment(now)) return 'expired'
  if (key.acceptedUntil) return now < key.acceptedUntil ? 'retiring' : 'expired'
  if (now < key.activeFrom) return 'next'
  const successor = started(ring).find(({ activeFrom }) => activeFrom > key.activeFrom)
  if (!successor) return 'active'
  return now < secondsAfter(successor.activeFrom, overlapSeconds) ? 'retiring' : 'expired'
}

/** The moment until which a key's signatures are accepted; `null` while it is not known. */
export function keyAcceptedUntil(
  key: SigningKey,
  ring: KeyRing,
  { overlapSeconds }: Pick<RotationPolicy, 'overlapSeconds'>,
): Date | null {
  if (key.revokedAt) return key.revokedAt
  if (key.acceptedUntil) return key.acceptedUntil
  const successor = usable(ring).find(({ activeFrom }) => activeFrom > key.activeFrom)
  return successor ? secondsAfter(successor.activeFrom, overlapSeconds) : null
}

/**
 * The key that signs at a moment: the newest that has started. If the clock was set back, or was ahead
 * when the keys were made, none has: then the oldest of those to come signs.
 *
 * @throws {TypeError} When the ring has none: it was not rotated at the start.
 */
export function signingKey(ring: KeyRing): SigningKey {
  const signing = started(ring).at(-1) ?? usable(ring).at(0)
  if (!signing) throw new TypeError('the key ring has no key that can sign')
  return signing
}

/**
 * Whether a ring can sign at a moment: with a key that has started, only with a key that starts later (the
 * clock has changed), or not at all.
 */
export function signingAbility(ring: KeyRing): 'started' | 'ahead_of_start' | 'none' {
  if (started(ring).length > 0) return 'started'
  return usable(ring).length > 0 ? 'ahead_of_start' : 'none'
}

/** The keys whose signatures are accepted at a moment. */
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
 * The period around a moment in which no key of a ring changes its state: `from <= now < until`. A
 * bound that is `null` is not known yet.
 */
export function steadyPeriod(
  { keys, now }: KeyRing,
  { overlapSeconds }: Pick<RotationPolicy, 'overlapSeconds'>,
): { readonly from: Date | null; readonly until: Date | null } {
  const moments = keys.flatMap(({ activeFrom, acceptedUntil, revokedAt }) => [
    activeFrom,
    secondsAfter(activeFrom, overlapSeconds),
    acceptedUntil ?? activeFrom,
    ...(revokedAt ? [secondsAfter(revokedAt, -propagationSeconds), revokedAt] : []),
  ])
  const inOrder = moments.toSorted((one, other) => one.getTime() - other.getTime())
  return {
    from: inOrder.findLast((moment) => moment <= now) ?? null,
    until: inOrder.find((moment) => moment > now) ?? null,
  }
}

/**
 * The moment at which a key would start that is stored now; `null` while no new key is due. A rotation that
 * became due while no replica ran starts as soon as every replica can know the new key. A key that starts
 * later than the lead allows was made by another clock, and delays no rotation.
 */
export function nextKeyDue(
  { keys, now }: KeyRing,
  { everySeconds, leadSeconds }: RotationPolicy,
): Date | null {
  const all = usable({ keys, now })
  if (all.length === 0) return now
  const propagated = secondsAfter(now, propagationSeconds)
  const furthest = later(secondsAfter(now, leadSeconds), propagated)
  const newest = all.findLast(({ activeFrom }) => activeFrom <= furthest)
  if (!newest) return propagated
  if (newest.activeFrom > now) return null
  const due = secondsAfter(newest.activeFrom, everySeconds)
  if (secondsAfter(now, leadSeconds) < due) return null
  return later(due, propagated)
}

/** Milliseconds until a key signs that is not known to every replica yet; 0 without such a key. */
export function propagationLeft({ keys, now }: KeyRing): number {
  const left = keys.map(({ activeFrom }) => activeFrom.getTime() - now.getTime())
  return Math.max(0, ...left.filter((milliseconds) => milliseconds <= propagationSeconds * 1000))
}

/** When a rotation that is forced now takes effect: at once if no key signs that could until then. */
export function forcedFrom(ring: KeyRing): Date {
  return usable(ring).length > 0 ? secondsAfter(ring.now, propagationSeconds) : ring.now
}

/** The `kid` of each revoked key, for those that watch for another one: when it was revoked may be corrected. */
export function revokedKids({ keys, now }: KeyRing): readonly string[] {
  return keys.flatMap((key) => (isRevoked(key, now) ? key.kid : []))
}

/** When the last forced rotation took effect; `null` if the ring shows none. */
export function lastRevocation({ keys, now }: KeyRing): Date | null {
  const revoked = keys.flatMap((key) => (isRevoked(key, now) ? (key.revokedAt ?? []) : []))
  return revoked.reduce<Date | null>((last, one) => (last ? later(last, one) : one), null)
}

/** Whether a forced rotation has taken effect since a moment. */
export function revokedSince(ring: KeyRing, moment: Date): boolean {
  const last = lastRevocation(ring)
  return last !== null && last >= moment
}

/**
 * The record that replaces a revoked key once its revocation is in effect, so that no clock brings it back:
 * without its secret, and revoked no later than now. `null` when there is nothing to change.
 */
export function latchedRevocation(key: SigningKey, now: Date): SigningKey | null {
  if (!isMoment(now) || !key.revokedAt || !isRevoked(key, now)) return null
  const isAhead = key.revokedAt > secondsAfter(now, propagationSeconds)
  if (key.secret === '' && !isAhead) return null
  return { ...key, secret: '', revokedAt: isAhead ? now : key.revokedAt }
}

/** A revocation counts as future only within the time that a forced rotation can put it ahead. */
function isRevoked({ revokedAt, secret }: SigningKey, now: Date): boolean {
  if (revokedAt === null) return false
  const isToCome = now < revokedAt && revokedAt <= secondsAfter(now, propagationSeconds)
  return secret === '' || !isToCome
}

/** Keys that take part in the rotation, oldest first. */
function usable({ keys, now }: KeyRing): readonly SigningKey[] {
  return keys
    .filter((key) => !isRevoked(key, now) && key.acceptedUntil === null)
    .toSorted((one, other) => one.activeFrom.getTime() - other.activeFrom.getTime())
}

function started(ring: KeyRing): readonly SigningKey[] {
  return usable(ring).filter(({ activeFrom }) => activeFrom <= ring.now)
}
