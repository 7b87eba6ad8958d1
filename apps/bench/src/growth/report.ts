import type { FilledDatabase } from '../accounts/filled-environment.ts'
import { short, whole } from '../numbers.ts'
import { table } from '../table.ts'
import type { BackgroundTask } from './background-tasks.ts'
import type { Lookups } from './lookups.ts'
import type { TableSize } from './sizes.ts'
import type { GatewayGrowth } from './under-load.ts'

/** Everything that was measured of one kind of database. */
export interface Growth {
  readonly databases: readonly FilledDatabase[]
  readonly lookups: readonly Lookups[]
  readonly backgroundTasks: readonly BackgroundTask[]
  readonly gateways: GatewayGrowth
}

/** A row for each thing, a column for each size, and the last one to the first. */
export function reportGrowth({
  backgroundTasks,
  databases,
  gateways,
  lookups,
}: Growth): readonly string[] {
  const head = ['', ...databases.map(({ accounts }) => `${whole(accounts)} accounts`), 'growth']
  const bytes = databases.map((filled) => filled.bytes)
  const { operations, residentMib, startMs } = gateways
  return table(head, [
    ...lookups.map(({ microseconds, name }) => row(`${name}, µs`, microseconds)),
    ...operations.map(({ name, perSecond }) => row(`${name}, a second`, perSecond)),
    ...operations.map(({ name, microseconds }) =>
      row(`${name}: CPU without hashing, µs`, microseconds),
    ),
    ...backgroundTasks.map(({ milliseconds, name }) => row(`${name}, ms`, milliseconds)),
    row('start of the gateway, ms', startMs),
    row('memory of the gateway, MiB', residentMib),
    row(
      'database, MiB',
      bytes.map((size) => size / 2 ** 20),
    ),
    row(
      'database, bytes an account',
      bytes.map((size, place) => size / (databases[place]?.accounts ?? 0)),
    ),
  ])
}

function row(name: string, values: readonly number[]): readonly string[] {
  return [name, ...values.map(short), `× ${growthOf(values).toFixed(2)}`]
}

/** The ratio of the last value to the first. */
export function growthOf(values: readonly number[]): number {
  return (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)
}

/** The size of a row of each table, with its share of the indexes. */
export function reportSizes(sizes: readonly TableSize[]): readonly string[] {
  return table(
    ['Table', 'Rows', 'MiB', 'Bytes a row'],
    sizes.map(({ bytes, rows, table: name }) => [
      `\`${name}\``,
      whole(rows),
      short(bytes / 2 ** 20),
      whole(bytes / rows),
    ]),
  )
}
