import { forceKeyRotation, previewForcedRotation } from '@gatehouse/auth-core/operator'
import { type CommandResult, endWith } from '../command.ts'
import type { Console } from '../console/console.ts'
import { counted } from '../console/counted.ts'
import { moment } from '../console/table.ts'
import type { Records } from '../records/open-records.ts'

/** The options of a rotation. */
export interface RotationOptions {
  /** Whether to show what would end, without ending it. */
  readonly dryRun: boolean
  /** Whether to skip the question. */
  readonly yes: boolean
}

/** Ends every token, after consent. */
export async function rotateKeys(
  { isPinned, ports }: Records,
  { dryRun, yes }: RotationOptions,
  console: Pick<Console, 'ask'>,
): Promise<CommandResult> {
  if (isPinned) return endWith('usage', ...pinned)
  const { sessions, terminals, replicas } = await previewForcedRotation(ports)
  const losses = `${counted(sessions, 'session')} and ${counted(terminals, 'terminal')}`
  const weight = `${losses}, on ${counted(replicas, 'replica')} that ${replicas === 1 ? 'is' : 'are'} running`
  if (dryRun) return endWith('done', `It would end ${weight}. Nothing was changed.`)
  const answer = yes || (await console.ask(`This ends ${weight}. Go on?`))
  if (answer === undefined) return endWith('usage', ...unasked)
  if (!answer) return endWith('left', 'Nothing was changed.')
  const keys = await forceKeyRotation(ports)
  const fresh = keys.at(-1)
  return endWith(
    'done',
    `The key ${fresh?.kid} signs from ${moment(fresh?.activeFrom ?? null)} on.`,
    `Every token from before ends then: ${weight}.`,
  )
}

const unasked = ['There is nobody to ask: --yes is needed.', 'Nothing was changed.']

const pinned = [
  'JWT_SECRET is set: it signs, and a key in the database would change nothing.',
  'To end every token, give the gateways another JWT_SECRET, without JWT_SECRET_PREVIOUS, and',
  'restart them.',
]
