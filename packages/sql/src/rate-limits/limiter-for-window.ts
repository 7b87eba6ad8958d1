import type { Limit } from '@gatehouse/auth-core/ports'

/** What a limiter of rate-limiter-flexible is made with, besides its store. */
export interface WindowOptions {
  /** The table that the counters are in. */
  readonly tableName: string
  /** Always `true`: migrations make the table, and the library does not. */
  readonly tableCreated: true
  /** Always empty: a key is unique without one. */
  readonly keyPrefix: ''
  /** The length of a window, in seconds. */
  readonly duration: number
  /** How much a window allows. The library demands it, and only its `consume` goes by it. */
  readonly points: number
}

/** Name of the table; its columns are those that rate-limiter-flexible works with. */
export const counterTable = 'counters'

/**
 * Finds the limiter for a limit: there is one for each length of window, all of them on one table.
 */
export function limiterForWindow<Limiter>(
  create: (options: WindowOptions) => Limiter,
): (limit: Limit) => Limiter {
  const limiters = new Map<number, Limiter>()
  return ({ seconds, points }) => {
    const known = limiters.get(seconds)
    if (known) return known
    const limiter = create({
      tableName: counterTable,
      tableCreated: true,
      keyPrefix: '',
      duration: seconds,
      // Required, and used by `consume` alone.
      points,
    })
    limiters.set(seconds, limiter)
    return limiter
  }
}
