import {
  keyAcceptedUntil,
  keyState,
  type RotationSettings,
  rotationPolicy,
} from '@gatehouse/auth-core/operator'
import type { SigningKey } from '@gatehouse/auth-core/ports'
import { type CommandResult, endWith } from '../command.ts'
import { moment, table } from '../console/table.ts'
import type { Records } from '../records/open-records.ts'

/** Lists the signing keys, the oldest first, with the state of each. */
export async function listKeys(records: Records): Promise<CommandResult> {
  const { isPinned, ports, rotation, signingKeys } = records
  const ring = { keys: await signingKeys(), now: ports.clock.now() }
  const pinned = isPinned ? ['', 'These are the secrets of JWT_SECRET.'] : []
  return endWith('done', ...table([heading, ...rowsOf(ring, rotation)]), ...pinned)
}

const heading = ['KID', 'STATE', 'SIGNS FROM', 'ACCEPTED UNTIL']

/** The start of the operator's own secrets, which have no start time. */
const ever = 0

function rowsOf(
  ring: { readonly keys: readonly SigningKey[]; readonly now: Date },
  rotation: RotationSettings,
): readonly (readonly string[])[] {
  const policy = rotationPolicy(rotation)
  return ring.keys
    .toSorted((one, other) => one.activeFrom.getTime() - other.activeFrom.getTime())
    .map((key) => [
      key.kid,
      keyState(key, ring, policy),
      moment(key.activeFrom.getTime() === ever ? null : key.activeFrom),
      moment(keyAcceptedUntil(key, ring, policy)),
    ])
}
