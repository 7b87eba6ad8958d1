import type { Limit } from '@gatehouse/auth-core/ports'

/** The options of a rate-limiter-flexible limiter, besides its store. */
export interface WindowOptions {
  /** The table of the counters. */
  readonly tableName: string
  /** Always `true`: migrations make the table, and the library does not. */
  readonly tableCreated: true
  /** Always empty: a key is unique without one. */
  readonly keyPrefix: ''
  /** The length of a window, in seconds. */
  readonly duration: number
  /** The limit in a window. The library requires it, but only its `consume` uses it. */
  readonly points: number
}

/** The name of the table; its columns are those of rate-limiter-flexible. */
export const counterTable = 'counters'

/** Finds the limiter for a limit: one for each length of window, all on the same table. */
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
      // Required, but only used by `consume`.
      points,
    })
    limiters.set(seconds, limiter)
    return limiter
  }
}
