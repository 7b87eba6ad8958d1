import { table } from '../table.ts'
import type { EchoResult } from './echo.ts'
import type { IdleResult } from './idle.ts'

/** The rows of the table, one for each peer. */
export function reportEcho(results: readonly EchoResult[]): readonly string[] {
  return table(
    ['Peer', 'CPU µs an echo', '× the first', 'Best round, µs', 'Echoes a second'],
    results.map(({ name, microseconds, ratio, lowest, perSecond }) => [
      name,
      microseconds.toFixed(1),
      ratio.toFixed(2),
      lowest.toFixed(1),
      String(Math.round(perSecond)),
    ]),
  )
}

/** The rows of the table, one for each peer. */
export function reportIdle(results: readonly IdleResult[]): readonly string[] {
  return table(
    ['Peer', 'Idle terminals', 'KiB each', 'MiB before', 'MiB with all'],
    results.map(({ name, terminals, kibEach, freshMib, openMib }) => [
      name,
      String(terminals),
      kibEach.toFixed(1),
      String(Math.round(freshMib)),
      String(Math.round(openMib)),
    ]),
  )
}
