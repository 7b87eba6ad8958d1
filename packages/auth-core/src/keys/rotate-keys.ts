import { secondsAfter } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import { systemEvent } from '../records/audit.ts'
import type { SigningKey } from '../records/signing-key.ts'
import type { AuthSettings } from '../settings.ts'
import {
  forcedFrom,
  type KeyRing,
  keyState,
  latchedRevocation,
  nextKeyDue,
  type RotationPolicy,
} from './key-ring.ts'

/** The ports that rotating keys needs. No key ring is among them. */
export type RotationPorts = Pick<Ports, 'clock' | 'secrets' | 'store'>

/** The part of the settings that says when keys change. */
export type RotationSettings = Pick<
  AuthSettings,
  | 'accessTokenSeconds'
  | 'sessionTokenSeconds'
  | 'maxSessionSeconds'
  | 'keyRotationSeconds'
  | 'keyLeadSeconds'
>

/** The rotation policy of these settings. */
export function rotationPolicy(settings: RotationSettings): RotationPolicy {
  const overlapSeconds = Math.max(settings.accessTokenSeconds, settings.sessionTokenSeconds)
  return {
    everySeconds: settings.keyRotationSeconds,
    // A lead as long as the period itself would always have a key waiting.
    leadSeconds: Math.min(settings.keyLeadSeconds, settings.keyRotationSeconds / 2),
    overlapSeconds,
    keptSeconds: Math.max(overlapSeconds, settings.maxSessionSeconds),
  }
}

/**
 * Stores the next key if it is due, makes revocations in effect final, and removes keys that are no longer
 * used. Every replica calls it at the start and then every second; the first to run does the work for all.
 *
 * @returns All keys, to sign and verify with.
 */
export async function rotateKeysIfDue(
  ports: RotationPorts,
  settings: RotationSettings,
): Promise<readonly SigningKey[]> {
  const policy = rotationPolicy(settings)
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now()
    const stored = await latchRevocations(tx, now)
    const due = nextKeyDue({ keys: stored, now }, policy)
    const added = due ? [await addKey(ports, tx, due)] : []
    if (due) await tx.auditLog.record(rotationEvent(now, 'planned'))
    const keys = [...stored, ...added]
    const spent = keys.filter((key) => isSpent(key, { keys, now }, policy))
    for (const { kid } of spent) await tx.signingKeys.remove(kid)
    return keys.filter((key) => !spent.includes(key))
  })
}

/**
 * Revokes all keys, and so every token, and adds a new key: for when others may know a key. It takes effect
 * `propagationSeconds` later, on all replicas at the same moment. By then every replica knows the new
 * key and accepts tokens of new logins. Logins that wait for a code end at once.
 *
 * @returns All keys, revoked ones included.
 */
export async function forceKeyRotation(ports: RotationPorts): Promise<readonly SigningKey[]> {
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now()
    const keys = await tx.signingKeys.list()
    const from = forcedFrom({ keys, now })
    const revoked = keys.map((key) => ({ ...key, revokedAt: key.revokedAt ?? from }))
    for (const key of revoked) await tx.signingKeys.put(key)
    // Those that begin until it takes effect are judged by the clock; these must end even if a clock is wrong.
    await tx.otpChallenges.removeAll()
    const added = await addKey(ports, tx, from)
    await tx.auditLog.record(rotationEvent(now, 'forced'))
    return [...revoked, added]
  })
}

/** Removes the secret of a revoked key for good, so that no clock can bring it back (T-97). */
async function latchRevocations(tx: Transaction, now: Date): Promise<readonly SigningKey[]> {
  const stored = await tx.signingKeys.list()
  const keys: SigningKey[] = []
  for (const key of stored) {
    const latched = latchedRevocation(key, now)
    if (latched) await tx.signingKeys.put(latched)
    keys.push(latched ?? key)
  }
  return keys
}

async function addKey(
  { secrets }: RotationPorts,
  tx: Transaction,
  activeFrom: Date,
): Promise<SigningKey> {
  const key: SigningKey = {
    kid: secrets.id(),
    secret: secrets.token(),
    activeFrom,
    acceptedUntil: null,
    revokedAt: null,
  }
  await tx.signingKeys.put(key)
  return key
}

/**
 * Whether a key is no longer needed. Replaced keys stay for as long as a kept session may last; revoked keys for
 * one overlap, so that every replica learns of the revocation.
 */
function isSpent(key: SigningKey, ring: KeyRing, policy: RotationPolicy): boolean {
  if (key.revokedAt) return ring.now > secondsAfter(key.revokedAt, policy.overlapSeconds)
  return keyState(key, ring, { overlapSeconds: policy.keptSeconds }) === 'expired'
}

function rotationEvent(at: Date, how: 'planned' | 'forced') {
  return systemEvent(at, { kind: 'keys_rotated', detail: { how } })
}
