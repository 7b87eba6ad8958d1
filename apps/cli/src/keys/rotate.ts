import { forceKeyRotation, previewForcedRotation } from '@gatehouse/auth-core/operator'
import { type Call, type Command, type ExitCode, exitCodes } from '../command.ts'
import { confirm } from '../console/confirm.ts'
import { counted } from '../console/counted.ts'
import { moment } from '../console/table.ts'
import type { Records } from '../records/open-records.ts'
import { withRecords } from '../records/with-records.ts'

/** `gatehouse keys rotate` */
export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'ends every token and every terminal, and signs with a new key',
  details: [
    'For when a key may be known to others. Everybody has to sign in again. It takes effect two',
    'seconds later on every replica at the same time; terminals are closed with 4403.',
    'Planned rotations need no command: JWT_ROTATION_DAYS.',
  ],
  options: {
    now: { summary: 'is needed: there is no other kind of rotation by hand' },
    'dry-run': { summary: 'says how many sessions and terminals it would end, and ends none' },
    yes: { summary: 'does not ask' },
  },

  async run(call) {
    if (call.flags.has('now')) return withRecords(call, (records) => rotate(call, records))
    call.terminal.complain('--now is needed: planned rotations happen by themselves.')
    return exitCodes.usage
  },
}

async function rotate(call: Call, { isPinned, ports }: Records): Promise<ExitCode> {
  const { flags, terminal } = call
  if (isPinned) {
    terminal.complain(...pinned)
    return exitCodes.usage
  }
  const { sessions, terminals, replicas } = await previewForcedRotation(ports)
  const losses = `${counted(sessions, 'session')} and ${counted(terminals, 'terminal')}`
  const weight = `${losses}, on ${counted(replicas, 'replica')} that ${replicas === 1 ? 'is' : 'are'} running`
  if (flags.has('dry-run')) {
    terminal.print(`It would end ${weight}. Nothing was changed.`)
    return exitCodes.done
  }
  const refused = await confirm(call, `This ends ${weight}. Go on?`)
  if (refused !== undefined) return refused
  const keys = await forceKeyRotation(ports)
  const fresh = keys.at(-1)
  terminal.print(
    `The key ${fresh?.kid} signs from ${moment(fresh?.activeFrom ?? null)} on.`,
    `Every token from before ends then: ${weight}.`,
  )
  return exitCodes.done
}

const pinned = [
  'JWT_SECRET is set: it signs, and a key in the database would change nothing.',
  'To end every token, give the gateways another JWT_SECRET, without JWT_SECRET_PREVIOUS, and',
  'restart them.',
]
