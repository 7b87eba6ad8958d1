import { fromNumericDate, later, toNumericDate } from '../lib/time.ts'
import type { CheckedClaims, EndedRefusal } from '../ports/ended-source.ts'
import type { Ending } from '../records/ending.ts'

/**
 * The sessions that ended or went stale, which every request asks: one look-up by session,
 * no I/O. It forgets nothing.
 */
export interface EndedIndex {
  /**
   * Takes in what ended, in any order and as often as it comes. Endings of logins are left out: a
   * session token is checked in a transaction, by what the store has.
   *
   * @returns Those that it did not know, for closing the terminals of their sessions.
   */
  add(endings: readonly Ending[]): readonly Ending[]
  /**
   * Checks an access token. An ending counts from when it is known, not from its `at`: clocks differ.
   *
   * @param at When the request arrived.
   * @returns `null` unless an ending concerns the token.
   */
  check(claims: CheckedClaims, at: Date): EndedRefusal | null
  /** How many sessions it holds. */
  size(): number
  /** All that it holds, for those who check tokens elsewhere. */
  list(): readonly Ending[]
}

/** Creates an empty index. */
export function createEndedIndex(): EndedIndex {
  /** For each session the endings that no other one covers: nearly always one. */
  const sessions = new Map<string, readonly Ending[]>()

  function takeIn(ending: Ending): boolean {
    const known = sessions.get(ending.id) ?? []
    if (known.some((one) => outdoes(one, ending))) return false
    sessions.set(ending.id, [...known.filter((one) => !outdoes(ending, one)), ending])
    return true
  }

  return {
    add: (endings) => endings.filter((ending) => ending.subject === 'session' && takeIn(ending)),
    check({ sessionId, issuedAt }, at) {
      const known = sessions.get(sessionId)
      if (known === undefined) return null
      const live = known.filter(({ until }) => at < until)
      if (live.some(({ kind }) => kind === 'ended')) return 'session_ended'
      const isStale = live.some((stale) => toNumericDate(issuedAt) <= toNumericDate(stale.at))
      return isStale ? 'token_stale' : null
    },
    size: () => sessions.size,
    list: () => Array.from(sessions.values()).flat(),
  }
}

/** Whether one ending refuses everything that the other refuses. */
function outdoes(one: Ending, other: Ending): boolean {
  if (one.until < other.until) return false
  if (one.kind === 'ended') return true
  return other.kind === 'stale' && toNumericDate(one.at) >= toNumericDate(other.at)
}

/**
 * The `iat` of a token that replaces a stale one: now, but never within a second in which tokens are stale.
 * It may lie one second in the future.
 *
 * @param staleAt `Ending.at` of the newest `stale` of the session, if there is one.
 */
export function issuedAtAfter(now: Date, staleAt: Date | undefined): Date {
  const second = fromNumericDate(toNumericDate(now))
  return staleAt ? later(second, fromNumericDate(toNumericDate(staleAt) + 1)) : second
}
