import { createHash } from 'node:crypto'
import type { RotationSettings } from '@gatehouse/auth-core/operator'
import type { Ports } from '@gatehouse/auth-core/ports'
import { createLiveKeyRing, createPinnedKeyRing, type LiveKeyRing } from '../jobs/key-ring.ts'
import type { KeySettings } from '../settings/settings.ts'

/** The ring of the database, or of the secrets that the operator has set. */
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
