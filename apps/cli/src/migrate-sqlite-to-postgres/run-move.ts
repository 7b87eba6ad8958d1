import { PortError } from '@gatehouse/auth-core'
import { createSealer } from '@gatehouse/crypto'
import { nameOfDatabase, openDatabase } from '@gatehouse/gateway/records'
import type { Environment } from '@gatehouse/settings'
import {
  ageOfTables,
  type Comparison,
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
import { type CommandResult, endWith, withObjects } from '../command.ts'
import type { Console } from '../console/console.ts'
import { failureOf } from '../records/explain-failure.ts'
import { readMasterKeys } from '../records/open-records.ts'
import { describeComparison, describeEnd, describePlan, refusals } from './describe-move.ts'
import { moveAsObject } from './move-as-object.ts'
import { createMoveProgress, number } from './move-progress.ts'
import { type MoveAddresses, type MoveSettings, readMoveSettings } from './read-move-settings.ts'

/** The options of a move. */
export interface MoveRunOptions extends MoveAddresses {
  /** Whether to show the plan only, without changes. */
  readonly dryRun: boolean
  /** Whether to compare only, without moving. */
  readonly isVerifyOnly: boolean
  /** Whether to remove the rows of an earlier move first. */
  readonly isAnew: boolean
}

type MoveConsole = Pick<Console, 'print' | 'progress'>

/** Moves all records to an empty PostgreSQL, and compares each row. */
export async function runMove(
  environment: Environment,
  options: MoveRunOptions,
  console: MoveConsole,
): Promise<CommandResult> {
  const read = readMoveSettings(environment, options)
  if (!read.ok) return read.result
  const settings = read.value
  try {
    return await withSource(settings, console, (source) => {
      return withTarget(settings, (target) => work({ source, target, settings, console }, options))
    })
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    return endWith(
      'unreachable',
      `A database cannot be used ${failureOf(error)}.`,
      'What has been moved stays. Run it again to go on.',
    )
  }
}

async function withSource(
  { from, keys }: MoveSettings,
  console: MoveConsole,
  use: (source: MoveSource) => Promise<CommandResult>,
): Promise<CommandResult> {
  const masterKeys = await readMasterKeys(keys)
  if (!masterKeys.ok) return masterKeys.result
  const source = await openMoveSource({
    file: from,
    sealer: createSealer(masterKeys.value),
    now: new Date(),
    onProgress: (bytes, of) => console.progress(`Reading ${from}: ${percent(bytes, of)}`),
  })
  if (!source.ok) return endWith('unreachable', ...refusals(from)[source.reason])
  try {
    return await use(source.value)
  } finally {
    source.value.close()
  }
}

async function withTarget(
  { to }: MoveSettings,
  use: (target: Database) => Promise<CommandResult>,
): Promise<CommandResult> {
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
  readonly console: MoveConsole
}

async function work(move: Move, options: MoveRunOptions): Promise<CommandResult> {
  const { source, target, settings, console } = move
  if (options.isVerifyOnly) return verifyOnly(move)
  const plan = await planMove(source, target, options)
  const to = nameOfDatabase(settings.to)
  const lines = describePlan(plan, { to, source })
  if (isRefused(plan)) return endWith('unreachable', ...lines)
  console.print(...lines)
  if (options.dryRun) {
    return withObjects(endWith('done', 'Nothing was changed.'), moveAsObject(move, { plan }))
  }
  const onProgress = progressOf('Moving', move)
  if (!(await moveRows(source, target, { ...options, onProgress }))) {
    return endWith('unreachable', `A gateway has written to ${to} meanwhile. Nothing was changed.`)
  }
  const comparison = await compare(move)
  const object = moveAsObject(move, { plan, comparison })
  const { isSame, lines: found } = describeComparison(comparison)
  if (!isSame) return withObjects(endWith('left', ...found, '', ...leftAsIs), object)
  console.print(...found)
  await endMove(target)
  const end = describeEnd({ from: settings.from, to, keys: settings.keys })
  return withObjects(endWith('done', '', ...end), object)
}

async function verifyOnly(move: Move): Promise<CommandResult> {
  const { settings, target } = move
  if ((await ageOfTables(target)) !== 'current') {
    const name = nameOfDatabase(settings.to)
    return endWith('unreachable', `${name} does not have the tables of this release.`)
  }
  const comparison = await compare(move)
  const { isSame, lines } = describeComparison(comparison)
  return withObjects(
    endWith(isSame ? 'done' : 'left', ...lines),
    moveAsObject(move, { comparison }),
  )
}

function compare(move: Move): Promise<Comparison> {
  return compareRows(move.source, move.target, { onProgress: progressOf('Comparing', move) })
}

function progressOf(doing: string, { source, console }: Move) {
  const all = movedTables.reduce((sum, table) => sum + source.count(table), 0)
  return createMoveProgress(doing, all, console.progress)
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
