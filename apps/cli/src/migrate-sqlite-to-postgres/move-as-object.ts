import { resolve } from 'node:path'
import { masterKeyFile } from '@gatehouse/gateway/records'
import { type Comparison, type MovePlan, type MoveSource, movedTables } from '@gatehouse/sql'
import type { JsonObject } from '../command.ts'
import type { MoveSettings } from './read-move-settings.ts'

/** How far a move has come. */
interface MoveOutcome {
  /** What it did about records in the target; not set when rows were compared only. */
  readonly plan?: MovePlan
  /** What the comparison has found; not set when nothing was moved. */
  readonly comparison?: Comparison
}

/** The two databases of a move. */
interface MovedDatabases {
  /** Knows how many rows there are. */
  readonly source: Pick<MoveSource, 'count'>
  /** The names of both, and the place of the master key. */
  readonly settings: MoveSettings
}

/** A move for programs. Holds keys of rows, but no other values, and no password. */
export function moveAsObject(
  { source, settings: { from, to, keys } }: MovedDatabases,
  { plan, comparison }: MoveOutcome,
): JsonObject {
  const { host, pathname } = new URL(to.url)
  const tables = movedTables.map((table) => ({ name: table.name, rows: source.count(table) }))
  return {
    from: resolve(from),
    to: `postgres://${host}${pathname}`,
    dry_run: comparison === undefined,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables,
    present: plan ? rowsOf(plan, 'go_on') : null,
    removed: plan ? rowsOf(plan, 'begin_anew') : null,
    comparison: comparison ? comparisonAsObject(comparison) : null,
    master_key_file: keys.masterKey ? null : resolve(masterKeyFile(keys)),
  }
}

function rowsOf(plan: MovePlan, kind: 'go_on' | 'begin_anew'): number {
  return plan.kind === kind ? plan.rows : 0
}

function comparisonAsObject({ compared, differing, differences, surplus }: Comparison): JsonObject {
  return {
    rows: [...compared.values()].reduce((sum, rows) => sum + rows, 0),
    differing,
    differences: differences.map(({ table, kind, key, columns }) => ({
      table,
      kind,
      key,
      columns,
    })),
    surplus: Array.from(surplus, ([name, rows]) => ({ name, rows })),
  }
}
