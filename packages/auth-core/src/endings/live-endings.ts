import { secondsAfter } from '../lib/time.ts'
import type { EndedSource } from '../ports/ended-source.ts'
import type { Ports } from '../ports/ports.ts'
import type { Ending } from '../records/ending.ts'
import { createEndedIndex } from './ended-index.ts'

/** What ended, as this process knows it, kept up to date from the store. */
export interface LiveEndings extends EndedSource {
  /**
   * Takes over what other processes ended since the last time: at the first time all of it.
   *
   * @throws {PortError} When the store fails; what is known stays known.
   */
  reload(): Promise<void>
  /**
   * Has a listener called whenever something becomes known that was not.
   *
   * @returns What ends that.
   */
  subscribe(listener: () => void): () => void
}

/**
 * How far back is looked each time. An ending is dated when its transaction begins, by another
 * clock, and becomes visible when it is committed.
 */
const overlapSeconds = 60

/** Knows nothing until `reload` has ended well once. */
export function createLiveEndings({ clock, store }: Pick<Ports, 'clock' | 'store'>): LiveEndings {
  const index = createEndedIndex()
  const listeners = new Set<() => void>()
  let reloadedAt: Date | undefined

  function take(endings: readonly Ending[]): void {
    if (index.add(endings).length === 0) return
    for (const listener of listeners) listener()
  }

  return {
    check: index.check,
    note: take,
    async reload() {
      const now = clock.now()
      // Under a clock that was ahead, endings were dropped that are not over: all are read again.
      const isAfter = reloadedAt !== undefined && reloadedAt <= now
      const since = isAfter ? secondsAfter(reloadedAt ?? now, -overlapSeconds) : new Date(0)
      take(await store.transaction((tx) => tx.endings.listSince('session', since)))
      index.drop(now)
      reloadedAt = now
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
