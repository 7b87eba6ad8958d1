import { resolve } from 'node:path'
import { masterKeyFile } from '@gatehouse/gateway/records'
import type { KeySettings } from '@gatehouse/settings'
import {
  type Comparison,
  type MovePlan,
  type MoveRefusal,
  type MoveSource,
  movedTables,
  type RowDifference,
} from '@gatehouse/sql'
import { counted } from '../console/counted.ts'
import { wrongMasterKey } from '../records/open-records.ts'
import { number } from './move-progress.ts'

/** Why a source cannot be moved, in words. */
export function refusals(file: string): Readonly<Record<MoveRefusal, readonly string[]>> {
  return {
    in_use: [
      `${file} is in use. Stop every gateway on it, and whatever else has it open.`,
      'One that was killed counts for 10 seconds.',
    ],
    older: [
      `The tables of ${file} are those of an older release.`,
      'Start this release of the gateway on it once, and stop it again.',
    ],
    newer: [`The tables of ${file} are those of a newer release. Use its command.`],
    sealed_otherwise: [wrongMasterKey],
  }
}

/** The plan of a move, or why it is refused. */
export function describePlan(
  plan: MovePlan,
  { to, source }: { readonly to: string; readonly source: MoveSource },
): readonly string[] {
  const { kind } = plan
  if (kind === 'newer') return [`The tables of ${to} are those of a newer release.`]
  if (kind === 'not_empty') {
    return [
      `${to} is not empty: ${plan.tables.join(', ')}.`,
      'Make a new database. If everything has been moved before, --verify-only compares it.',
    ]
  }
  const counts = movedTables.map((table) => ({ ...table, rows: source.count(table) }))
  const all = counts.reduce((sum, { rows }) => sum + rows, 0)
  return [
    `${counted(all, 'row')} ${all === 1 ? 'goes' : 'go'} to ${to}:`,
    ...counts.filter(({ rows }) => rows > 0).map(({ name, rows }) => `  ${name}: ${number(rows)}`),
    ...(kind === 'go_on' ? [`${number(plan.rows)} of them are there already.`] : []),
    ...(kind === 'begin_anew'
      ? [
          `${counted(plan.rows, 'row')} that an earlier move has brought there ${plan.rows === 1 ? 'is' : 'are'} removed first.`,
        ]
      : []),
  ]
}

/** The result of a comparison. Lines hold keys, but no other values. */
export function describeComparison({ compared, differing, differences, surplus }: Comparison): {
  readonly isSame: boolean
  readonly lines: readonly string[]
} {
  const all = [...compared.values()].reduce((sum, rows) => sum + rows, 0)
  const isSame = differing === 0 && surplus.size === 0
  const compares = `${counted(all, 'row')} in ${counted(compared.size, 'table')} compared, value by value`
  if (isSame) return { isSame, lines: [`${compares}: all are the same.`] }
  const more = differing - differences.length
  return {
    isSame,
    lines: [
      `${compares}: ${number(differing)} differ.`,
      ...differences.map(inWords),
      ...(more > 0 ? [`  and ${number(more)} more`] : []),
      ...Array.from(surplus, ([table, rows]) => {
        return `  ${table}: ${counted(rows, 'row')} in the target alone`
      }),
    ],
  }
}

function inWords({ table, kind, key, columns }: RowDifference): string {
  const what = kind === 'missing' ? 'is missing' : `differs in ${columns.join(', ')}`
  return `  ${table} ${key.join(' ')} ${what}`
}

interface CompletedMove {
  readonly from: string
  readonly to: string
  readonly keys: KeySettings
}

/** What an operator does after a complete move. */
export function describeEnd({ from, to, keys }: CompletedMove): readonly string[] {
  const keyFile = resolve(masterKeyFile(keys))
  return [
    `Everything is in ${to}. Before a gateway is started:`,
    '- set DATABASE_URL to that address, for every gateway;',
    ...(keys.masterKey ? [] : [`- set MASTER_KEY to what stands in ${keyFile};`]),
    `- put ${from} away: a gateway on it would go on from what was.`,
    'Counts of attempts were not moved, and begin at zero.',
  ]
}
