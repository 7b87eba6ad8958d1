import type { EndedSource } from '../ports/ended-source.ts'
import type { Ports } from '../ports/ports.ts'
import type { Ending } from '../records/ending.ts'
import { createEndedIndex } from './ended-index.ts'

/** The endings that this process knows, kept up to date from the store. */
export interface LiveEndings extends EndedSource {
  /**
   * Loads what other processes ended since the last call; the first call loads everything.
   *
   * @throws {PortError} When the store fails; what is known stays known.
   */
  reload(): Promise<void>
  /** The endings that count now, of sessions alone. */
  list(): readonly Ending[]
  /**
   * Calls a listener whenever a new ending becomes known.
   *
   * @returns A function that removes the listener.
   */
  subscribe(listener: () => void): () => void
}

/** Creates the endings of this process. They are empty until `reload` has succeeded once. */
export function createLiveEndings({ clock, store }: Pick<Ports, 'clock' | 'store'>): LiveEndings {
  const index = createEndedIndex()
  const listeners = new Set<() => void>()
  let reloadedAt: Date | undefined
  let mark: number | null = null

  function take(endings: readonly Ending[]): void {
    if (index.add(endings).length === 0) return
    for (const listener of listeners) listener()
  }

  return {
    check: index.check,
    list: index.list,
    note: take,
    async reload() {
      const now = clock.now()
      // While the clock was ahead, valid endings may have been dropped: read all of them again.
      const since = reloadedAt !== undefined && reloadedAt <= now ? mark : null
      const read = await store.transaction((tx) => tx.endings.listSince('session', since))
      take(read.endings)
      mark = read.mark
      index.drop(now)
      reloadedAt = now
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
