import {
  keyAcceptedUntil,
  keyState,
  type RotationSettings,
  rotationPolicy,
} from '@gatehouse/auth-core/operator'
import type { SigningKey } from '@gatehouse/auth-core/ports'
import { type Command, exitCodes } from '../command.ts'
import { moment, table } from '../console/table.ts'
import { withRecords } from '../records/with-records.ts'

/** `gatehouse keys list` */
export const keysList: Command = {
  name: 'keys list',
  summary: 'lists the keys that sign tokens, never the secrets',
  details: [
    'next: will sign, believed already; active: signs; retiring: signs no more, believed until',
    'its tokens have expired; revoked: by `keys rotate --now`, not believed. Times are in UTC.',
  ],
  options: {},

  run: (call) =>
    withRecords(call, async ({ isPinned, ports, rotation, signingKeys }) => {
      const ring = { keys: await signingKeys(), now: ports.clock.now() }
      call.terminal.print(...table([heading, ...rowsOf(ring, rotation)]))
      if (isPinned) call.terminal.print('', 'These are the secrets of JWT_SECRET.')
      return exitCodes.done
    }),
}

const heading = ['KID', 'STATE', 'SIGNS FROM', 'BELIEVED UNTIL']

/** Secrets of the operator have signed since ever. */
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
