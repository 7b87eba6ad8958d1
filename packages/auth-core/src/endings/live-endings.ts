import type { EndedSource } from '../ports/ended-source.ts'
import type { Ports } from '../ports/ports.ts'
import type { Ending } from '../records/ending.ts'
import { createEndedIndex } from './ended-index.ts'

/** The endings that this process knows, kept up to date from the store. */
export interface LiveEndings extends EndedSource {
  /**
   * Loads what other processes ended since the last call. The first call loads everything, and so does each 300th,
   * which forgets what the store has no more.
   *
   * @throws {PortError} When the store fails; what is known stays known.
   */
  reload(): Promise<void>
  /** The endings that are known, of sessions alone; some may be over. */
  list(): readonly Ending[]
  /**
   * Calls a listener whenever a new ending becomes known.
   *
   * @returns A function that removes the listener.
   */
  subscribe(listener: () => void): () => void
}

/** After so many calls everything is loaded again: in five minutes, at one a second. */
const wholeEvery = 300

/** A list begins at the least of so many marks: servers of one database may differ for a moment. */
const marksKept = 10

/**
 * Creates the endings of this process. They are empty until `reload` has succeeded once. No clock of this process
 * decides what is read or forgotten: it may be wrong, and then right again.
 */
export function createLiveEndings({ store }: Pick<Ports, 'store'>): LiveEndings {
  const listeners = new Set<() => void>()
  let index = createEndedIndex()
  let marks: readonly number[] = []
  let calls = 0
  let begun = 0
  let noted: Ending[] = []

  function take(endings: readonly Ending[]): void {
    if (index.add(endings).length === 0) return
    for (const listener of listeners) listener()
  }

  return {
    check: (claims, at) => index.check(claims, at),
    list: () => index.list(),
    note(endings) {
      noted.push(...endings)
      take(endings)
    },
    async reload() {
      begun += 1
      const mine = begun
      const isWhole = calls % wholeEvery === 0
      if (isWhole) noted = []
      const since = isWhole ? null : Math.min(...marks)
      const read = await store.transaction((tx) => tx.endings.listSince('session', since))
      take(read.endings)
      marks = [...marks, read.mark].slice(-marksKept)
      calls += 1
      // A slow list must not take the place of what a later one has brought.
      if (!isWhole || mine < begun) return
      index = createEndedIndex()
      // What was noted meanwhile may have come after the list.
      index.add([...read.endings, ...noted])
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
