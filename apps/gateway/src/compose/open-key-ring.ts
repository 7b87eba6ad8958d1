import { createHash } from 'node:crypto'
import { createLiveKeyRing, type LiveKeyRing } from '@gatehouse/auth-core'
import type { RotationSettings } from '@gatehouse/auth-core/operator'
import type { Ports, SigningKey } from '@gatehouse/auth-core/ports'
import type { KeySettings, PinnedSecret } from '@gatehouse/settings'

/** The key ring in the database, or of the operator's secrets. */
export function openKeyRing(
  { pinned }: KeySettings,
  rotation: RotationSettings,
  ports: Pick<Ports, 'clock' | 'secrets' | 'store'>,
): LiveKeyRing {
  if (pinned === undefined) return createLiveKeyRing(ports, rotation)
  const fingerprint = (secret: string) =>
    createHash('sha256').update(`kid ${secret}`).digest('hex').slice(0, 16)
  return createPinnedKeyRing(pinned, fingerprint)
}

/**
 * A ring of the operator's own secrets. Tokens are signed with exactly the bytes of `secret`, so
 * that a backend can check them too.
 */
export function createPinnedKeyRing(
  { secret, previous }: PinnedSecret,
  fingerprint: (secret: string) => string,
): LiveKeyRing {
  const pinned = (text: string, acceptedUntil: Date | null): SigningKey => ({
    kid: fingerprint(text),
    secret: Buffer.from(text, 'utf8').toString('base64url'),
    activeFrom: new Date(0),
    acceptedUntil,
    revokedAt: null,
  })
  const keys = [
    pinned(secret, null),
    ...(previous ? [pinned(previous.secret, previous.until)] : []),
  ]
  return { current: () => keys, reload: async () => {} }
}
