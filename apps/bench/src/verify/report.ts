import { median, medianRatio } from '../median.ts'
import { whole } from '../numbers.ts'
import { microsecondsOf } from '../proxy/report.ts'
import type { Rounds } from '../proxy/rounds.ts'
import type { ThroughputTurn } from '../proxy/throughput.ts'
import { table } from '../table.ts'

/** The largest CPU time of a check, as a multiple of that of a proxied request of the same gateway. */
const maxRatio = 0.75

/** The rows of the table: proxied requests come first, and the others are held against them. */
export function reportChecks(rounds: Rounds<ThroughputTurn>): readonly string[] {
  const [proxied = []] = rounds.values()
  return table(
    ['Request', 'CPU µs', '× proxied', 'Requests a second'],
    Array.from(rounds, ([{ name }, turns]) => [
      name,
      median(microsecondsOf(turns)).toFixed(1),
      medianRatio(microsecondsOf(turns), microsecondsOf(proxied)).toFixed(2),
      whole(median(turns.map(({ perSecond }) => perSecond))),
    ]),
  )
}

/** Holds each check against proxied requests. */
export function checkChecks(
  rounds: Rounds<ThroughputTurn>,
): readonly { readonly isKept: boolean; readonly text: string }[] {
  const [proxied = [], ...checks] = rounds.values()
  const [, ...peers] = rounds.keys()
  return checks.map((turns, index) => {
    const ratio = medianRatio(microsecondsOf(turns), microsecondsOf(proxied))
    const text = `${peers[index]?.name} takes ${ratio.toFixed(2)} times the CPU of a proxied request; at most ${maxRatio}`
    return { isKept: ratio <= maxRatio, text }
  })
}
