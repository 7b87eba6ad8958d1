import type { AskedResult } from '../ask.ts'
import { median, medianRatio } from '../median.ts'
import { short, whole } from '../numbers.ts'
import { table } from '../table.ts'

/** The p99 of the second tenant, as a multiple of that of a quiet time. */
export const maxRatio = 2

/** A quiet time, and right after it one in which the first tenant did its worst. */
export interface BulkheadRound {
  readonly quiet: AskedResult
  readonly during: AskedResult
  /** How many requests of the first tenant were refused meanwhile. */
  readonly refused: number
}

/** One way to do one's worst, and what the other tenant had of it. */
export interface BulkheadTurn {
  readonly engine: string
  readonly what: string
  readonly rounds: readonly BulkheadRound[]
}

/** Whether the other tenant was served as before. */
export function isWithin({ rounds }: Pick<BulkheadTurn, 'rounds'>): boolean {
  return rounds.every(({ during }) => during.refused === 0) && ratioOf(rounds) <= maxRatio
}

/** A table of all turns: medians over their rounds. */
export function reportBulkhead(turns: readonly BulkheadTurn[]): readonly string[] {
  const head = ['Engine', 'The first tenant', 'p50, ms', 'p99, ms', 'quiet p99, ms', '×']
  return table(
    [...head, 'Refused to the second', 'to the first', `Bound: ${maxRatio} ×, none refused`],
    turns.map((turn) => {
      const { engine, what, rounds } = turn
      return [
        engine,
        what,
        short(median(rounds.map(({ during }) => during.p50))),
        short(median(rounds.map(({ during }) => during.p99))),
        short(median(rounds.map(({ quiet }) => quiet.p99))),
        ratioOf(rounds).toFixed(2),
        whole(sumOf(rounds.map(({ during }) => during.refused))),
        whole(sumOf(rounds.map(({ refused }) => refused))),
        isWithin(turn) ? 'kept' : '**missed**',
      ]
    }),
  )
}

function ratioOf(rounds: readonly BulkheadRound[]): number {
  return medianRatio(
    rounds.map(({ during }) => during.p99),
    rounds.map(({ quiet }) => quiet.p99),
  )
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
