import type { Store } from '../src/ports/index.ts'

/**
 * A store in which every transaction runs twice: once undone, as after a conflict with another, and
 * once for good. Whatever the first run changed outside of the transaction shows.
 */
export function reRunningStore(store: Store): Store {
  const undone = new Error('undone')
  return {
    ...store,
    async transaction(work) {
      const failed = store.transaction(async (tx) => {
        await work(tx)
        throw undone
      })
      // What the work throws by itself it throws again.
      await failed.catch(() => {})
      return store.transaction(work)
    },
  }
}
