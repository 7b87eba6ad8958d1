import type { LiveEndings, LiveKeyRing } from '@gatehouse/auth-core'
import pTimeout from 'p-timeout'

/** What tokens are checked by. */
export interface TokenState {
  /** The signing keys, kept up to date from the store. */
  readonly keyRing: LiveKeyRing
  /** The endings, kept up to date from the store. */
  readonly endings: LiveEndings
}

/** The state that tokens are checked against, with its age. */
export interface FreshTokenState extends TokenState {
  /**
   * Nothing as long as tokens may be checked at once. Otherwise resolves when the state has been
   * read anew, or a second later: a store that is away is no reason to refuse good tokens, and only
   * the first requests wait for it. Does not reject.
   */
  readonly whenFresh: () => Promise<void> | undefined
  /** Seconds since the state was read, the older part of it. */
  readonly ageSeconds: () => number
}

/** Milliseconds without a successful reload after which the process counts as having been paused. */
const maxAgeMs = 3000

/** How long requests wait for the store, in milliseconds. */
const patienceMs = 1000

/**
 * Notices that a process stood still, as when it was paused or its machine was. Others may have
 * withdrawn keys or ended sessions meanwhile, so what it knows is read anew before a token is checked.
 *
 * @param now Milliseconds of a clock that is never set, and that goes on while the process is paused.
 */
export function createFreshTokenState(
  { keyRing, endings }: TokenState,
  now: () => number,
): FreshTokenState {
  const readAt = { keyRing: now(), endings: now() }
  let hasGivenUp = false
  let waiting: Promise<void> | undefined

  const noted = (part: keyof typeof readAt, reload: () => Promise<void>) => async () => {
    const startedAt = now()
    await reload()
    readAt[part] = Math.max(readAt[part], startedAt)
    if (isFresh()) hasGivenUp = false
  }
  const reload = {
    keyRing: noted('keyRing', () => keyRing.reload()),
    endings: noted('endings', () => endings.reload()),
  }

  function ageMs(): number {
    return now() - Math.min(readAt.keyRing, readAt.endings)
  }

  function isFresh(): boolean {
    return ageMs() <= maxAgeMs
  }

  async function readAnew(): Promise<void> {
    const reading = Promise.all([reload.keyRing(), reload.endings()]).catch(() => undefined)
    await pTimeout(reading, { milliseconds: patienceMs, message: false })
    hasGivenUp = !isFresh()
    waiting = undefined
  }

  return {
    keyRing: { ...keyRing, reload: reload.keyRing },
    endings: { ...endings, reload: reload.endings },
    ageSeconds: () => ageMs() / 1000,
    whenFresh() {
      if (hasGivenUp || isFresh()) return undefined
      waiting ??= readAnew()
      return waiting
    },
  }
}
