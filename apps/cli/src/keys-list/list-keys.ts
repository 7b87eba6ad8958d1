import {
  keyAcceptedUntil,
  keyState,
  type RotationSettings,
  rotationPolicy,
} from '@gatehouse/auth-core/operator'
import type { SigningKey } from '@gatehouse/auth-core/ports'
import { type CommandResult, endWith, type JsonObject, withObjects } from '../command.ts'
import { moment, table } from '../console/table.ts'
import type { Records } from '../records/open-records.ts'

/** Lists the signing keys, the oldest first, with the state of each. */
export async function listKeys(records: Records): Promise<CommandResult> {
  const { isPinned, ports, rotation, signingKeys } = records
  const ring = { keys: await signingKeys(), now: ports.clock.now() }
  const pinned = isPinned ? ['', 'These are the secrets of JWT_SECRET.'] : []
  const rows = rowsOf(ring, rotation)
  const cells = rows.map(({ kid, state, signsFrom, acceptedUntil }) => {
    return [kid, state, moment(signsFrom), moment(acceptedUntil)]
  })
  const result = endWith('done', ...table([heading, ...cells]), ...pinned)
  return withObjects(result, ...rows.map(asObject))
}

const heading = ['KID', 'STATE', 'SIGNS FROM', 'ACCEPTED UNTIL']

/** The start of the operator's own secrets, which have no start time. */
const ever = 0

interface KeyRow {
  readonly kid: string
  readonly state: string
  readonly signsFrom: Date | null
  readonly acceptedUntil: Date | null
}

function rowsOf(
  ring: { readonly keys: readonly SigningKey[]; readonly now: Date },
  rotation: RotationSettings,
): readonly KeyRow[] {
  const policy = rotationPolicy(rotation)
  return ring.keys
    .toSorted((one, other) => one.activeFrom.getTime() - other.activeFrom.getTime())
    .map((key) => ({
      kid: key.kid,
      state: keyState(key, ring, policy),
      signsFrom: key.activeFrom.getTime() === ever ? null : key.activeFrom,
      acceptedUntil: keyAcceptedUntil(key, ring, policy),
    }))
}

function asObject({ kid, state, signsFrom, acceptedUntil }: KeyRow): JsonObject {
  return { kid, state, signs_from: signsFrom, accepted_until: acceptedUntil }
}
