import { quantile } from '../quantile.ts'
import type { Measurement, Samples } from './measure.ts'

type Kind = 'signUp' | 'logIn' | 'logInFirst'

/** A row of the table. Times are in milliseconds. */
interface Row {
  readonly what: string
  readonly realms: number
  readonly median: number
  readonly ninth: number
  readonly small: number
  /** To the environment that did not grow, at the same time. */
  readonly ratio: number
  /** To itself at the first point, at another time. */
  readonly ratioToFirst: number
}

const names: Readonly<Record<Kind, string>> = {
  signUp: 'sign-up',
  logIn: 'login, all realms',
  logInFirst: 'login, first realms',
}

const header = [
  '| What | Realms | Median | p90 | Median of 10 realms then | Ratio | Ratio to the first point |',
  '| --- | --- | --- | --- | --- | --- | --- |',
]

/** The table, in milliseconds, and whether every median is within its bound. */
export function report(
  measurements: readonly Measurement[],
  maxTimes: number,
): { readonly lines: readonly string[]; readonly isWithin: boolean } {
  const rows = (Object.keys(names) as Kind[]).flatMap((kind) => rowsOf(kind, measurements))
  return {
    lines: [...header, ...rows.map(toLine)],
    isWithin: rows.every(({ ratio }) => ratio <= maxTimes),
  }
}

function rowsOf(kind: Kind, measurements: readonly Measurement[]): readonly Row[] {
  const first = medianOf(measurements[0]?.[kind])
  return measurements.map((measurement) => {
    const { grown, small } = measurement[kind]
    const median = quantile(grown, 0.5)
    return {
      what: names[kind],
      realms: measurement.realms,
      median,
      ninth: quantile(grown, 0.9),
      small: quantile(small, 0.5),
      ratio: median / quantile(small, 0.5),
      ratioToFirst: median / first,
    }
  })
}

function medianOf(samples: Samples | undefined): number {
  return quantile(samples?.grown ?? [], 0.5)
}

function toLine({ what, realms, median, ninth, small, ratio, ratioToFirst }: Row): string {
  const times = [median, ninth, small].map((ms) => Math.round(ms))
  const ratios = [ratio, ratioToFirst].map((value) => value.toFixed(2))
  return `| ${[what, realms, ...times, ...ratios].join(' | ')} |`
}
