import { isDeepStrictEqual } from 'node:util'
import { rotateKeysIfDue } from '@gatehouse/auth-core'
import type { RotationSettings } from '@gatehouse/auth-core/operator'
import type { KeyRingSource, Ports, SigningKey } from '@gatehouse/auth-core/ports'
import type { PinnedSecret } from '../settings/settings.ts'

/** The ring this process signs and checks with, kept up to date from the database. */
export interface LiveKeyRing extends KeyRingSource {
  /** Rotates if that is due, and takes over what other processes did. */
  reload(): Promise<void>
}

/** The keys in the database. Load it once before it is used. */
export function createLiveKeyRing(
  ports: Pick<Ports, 'clock' | 'secrets' | 'store'>,
  settings: RotationSettings,
): LiveKeyRing {
  let keys: readonly SigningKey[] = []
  return {
    current: () => keys,
    async reload() {
      const loaded = await rotateKeysIfDue(ports, settings)
      // Whoever remembers what these keys have verified may go on as long as they are the same.
      if (!isDeepStrictEqual(loaded, keys)) keys = loaded
    },
  }
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
