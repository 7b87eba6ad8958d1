import { forceKeyRotation, previewForcedRotation } from '@gatehouse/auth-core/operator'
import { type CommandResult, endWith, withObjects } from '../command.ts'
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
  const ended = { sessions, terminals, replicas }
  const losses = `${counted(sessions, 'session')} and ${counted(terminals, 'terminal')}`
  const weight = `${losses}, on ${counted(replicas, 'replica')} that ${replicas === 1 ? 'is' : 'are'} running`
  if (dryRun) {
    const result = endWith('done', `It would end ${weight}. Nothing was changed.`)
    return withObjects(result, { dry_run: true, kid: null, signs_from: null, ...ended })
  }
  const answer = yes || (await console.ask(`This ends ${weight}. Go on?`))
  if (answer === undefined) return endWith('usage', ...unasked)
  if (!answer) return endWith('left', 'Nothing was changed.')
  const keys = await forceKeyRotation(ports)
  const fresh = keys.at(-1)
  const { kid, activeFrom } = fresh ?? { kid: null, activeFrom: null }
  const result = endWith(
    'done',
    `The key ${kid} signs from ${moment(activeFrom)} on.`,
    `Every token from before ends then: ${weight}.`,
  )
  return withObjects(result, { dry_run: false, kid, signs_from: activeFrom, ...ended })
}

const unasked = ['There is nobody to ask: --yes is needed.', 'Nothing was changed.']

const pinned = [
  'JWT_SECRET is set: it signs, and a key in the database would change nothing.',
  'To end every token, give the gateways another JWT_SECRET, without JWT_SECRET_PREVIOUS, and',
  'restart them.',
]
