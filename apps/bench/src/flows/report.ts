import type { IdleUse, OperationResult } from '../accounts/measure-operation.ts'
import { short } from '../numbers.ts'
import { table } from '../table.ts'

const head = [
  'Flow',
  'a second',
  'median ms',
  'CPU ms of the gateway',
  'of it hashing',
  'and the rest',
  'transactions',
  'run again',
  'failed',
]
const serverHead = ['CPU ms of PostgreSQL', 'statements']

/** One row for each flow, and one for a second without any. */
export function reportFlows(results: readonly OperationResult[], idle: IdleUse): readonly string[] {
  const hasServer = idle.server !== undefined
  const nothing = {
    ...idle,
    name: 'a second of nothing',
    perSecond: Number.NaN,
    milliseconds: Number.NaN,
    failed: 0,
  }
  const rows = [...results, nothing].map((result) => [
    ...rowOf(result),
    ...(hasServer ? serverCells(result) : []),
  ])
  return table(hasServer ? [...head, ...serverHead] : head, rows)
}

/**
 * What is promised of logins on SQLite, in a second: at most a quarter fewer than the 48 before hashes had threads that
 * give way.
 */
const leastLogins = 36

/** Whether as many people log in as is promised, and a line that says so. */
export function checkLogins(results: readonly OperationResult[]): {
  readonly isKept: boolean
  readonly text: string
} {
  const { perSecond = Number.NaN } = results.find(({ name }) => name === 'login') ?? {}
  const isKept = perSecond >= leastLogins
  const found = `${short(perSecond)} logins a second on SQLite; at least ${leastLogins}.`
  return { isKept, text: `- ${isKept ? 'Kept' : '**Not kept**'}: ${found}` }
}

function rowOf(result: OperationResult): readonly string[] {
  const { failed, main, milliseconds, name, others, perSecond, retries, transactions } = result
  return [
    name,
    short(perSecond),
    short(milliseconds),
    short((main + others) / 1000),
    short(others / 1000),
    short(main / 1000),
    short(transactions),
    short(retries),
    String(failed),
  ]
}

function serverCells({ server = 0, statements = 0 }: OperationResult): readonly string[] {
  return [short(server / 1000), short(statements)]
}
