import { PortError } from '@gatehouse/auth-core'
import { createSealer } from '@gatehouse/crypto'
import { nameOfDatabase, openDatabase } from '@gatehouse/gateway'
import {
  ageOfTables,
  compareRows,
  type Database,
  endMove,
  type MovePlan,
  type MoveSource,
  movedTables,
  moveRows,
  openMoveSource,
  planMove,
} from '@gatehouse/sql'
import type { End, Talk } from '../doctor/run-doctor.ts'
import { explainedKeys } from '../records/open-records.ts'
import { describeComparison, describeEnd, describePlan, refusals } from './describe-move.ts'
import { createMoveProgress, number } from './move-progress.ts'
import { type MoveAddresses, type MoveSettings, readMoveSettings } from './read-move-settings.ts'

/** What a move is told. */
export interface MoveRunOptions extends MoveAddresses {
  readonly dryRun: boolean
  readonly isVerifyOnly: boolean
  /** Whether what an earlier one has brought is removed first. */
  readonly isAnew: boolean
}

type MoveTalk = Pick<Talk, 'print' | 'complain' | 'progress'>

/** `gatehouse migrate sqlite-to-postgres` */
export async function runMove(
  environment: Readonly<Record<string, string | undefined>>,
  options: MoveRunOptions,
  talk: MoveTalk,
): Promise<End> {
  const settings = readMoveSettings(environment, options)
  if ('end' in settings) {
    talk.complain(...settings.lines)
    return settings.end
  }
  try {
    return await withSource(settings, talk, (source) => {
      return withTarget(settings, (target) => work({ source, target, settings, talk }, options))
    })
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    const cause = Error.isError(error.cause) ? `: ${error.cause.message}` : ''
    talk.complain(
      `A database cannot be used (${error.failure})${cause}.`,
      'What has been moved stays. Run it again to go on.',
    )
    return 'unreachable'
  }
}

async function withSource(
  { from, keys }: MoveSettings,
  talk: MoveTalk,
  use: (source: MoveSource) => Promise<End>,
): Promise<End> {
  const masterKeys = await explainedKeys(keys)
  if (typeof masterKeys === 'string') {
    talk.complain(masterKeys)
    return 'unreachable'
  }
  const source = await openMoveSource({
    file: from,
    sealer: createSealer(masterKeys),
    now: new Date(),
    onProgress: (bytes, of) => talk.progress(`Reading ${from}: ${percent(bytes, of)}`),
  })
  if (typeof source === 'string') {
    talk.complain(...refusals(from)[source])
    return 'unreachable'
  }
  try {
    return await use(source)
  } finally {
    source.close()
  }
}

async function withTarget(
  { to }: MoveSettings,
  use: (target: Database) => Promise<End>,
): Promise<End> {
  const target = openDatabase(to)
  try {
    return await use(target)
  } finally {
    await target.close()
  }
}

interface Move {
  readonly source: MoveSource
  readonly target: Database
  readonly settings: MoveSettings
  readonly talk: MoveTalk
}

async function work(move: Move, options: MoveRunOptions): Promise<End> {
  const { source, target, settings, talk } = move
  if (options.isVerifyOnly) return verifyOnly(move)
  const plan = await planMove(source, target, options)
  const to = nameOfDatabase(settings.to)
  const lines = describePlan(plan, { to, source })
  if (isRefused(plan)) {
    talk.complain(...lines)
    return 'unreachable'
  }
  talk.print(...lines)
  if (options.dryRun) {
    talk.print('Nothing was changed.')
    return 'done'
  }
  await moveRows(source, target, { ...options, onProgress: progressOf('Moving', move) })
  if (!(await compare(move))) {
    talk.complain('', ...leftAsIs)
    return 'left'
  }
  await endMove(target)
  talk.print('', ...describeEnd({ from: settings.from, to, keys: settings.keys }))
  return 'done'
}

async function verifyOnly(move: Move): Promise<End> {
  const { settings, target, talk } = move
  if ((await ageOfTables(target)) !== 'current') {
    talk.complain(`${nameOfDatabase(settings.to)} does not have the tables of this release.`)
    return 'unreachable'
  }
  return (await compare(move)) ? 'done' : 'left'
}

/** @returns Whether everything is the same. */
async function compare(move: Move): Promise<boolean> {
  const { source, target, talk } = move
  const comparison = await compareRows(source, target, {
    onProgress: progressOf('Comparing', move),
  })
  const { isSame, lines } = describeComparison(comparison)
  const say = isSame ? talk.print : talk.complain
  say(...lines)
  return isSame
}

function progressOf(doing: string, { source, talk }: Move) {
  const all = movedTables.reduce((sum, table) => sum + source.count(table), 0)
  return createMoveProgress(doing, all, talk.progress)
}

function isRefused({ kind }: MovePlan): boolean {
  return kind === 'not_empty' || kind === 'newer'
}

function percent(part: number, whole: number): string {
  return `${number(Math.floor((100 * part) / whole))} %`
}

const leftAsIs = [
  'No gateway starts on the target as it is. --anew removes what is there and moves it again.',
]
