import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Ending } from '../records/ending.ts'

/**
 * Wraps a store, so that this process knows the endings it wrote as soon as they are committed. Other
 * processes learn of them when they reload.
 */
export function announceEndings({ endings, store }: Pick<Ports, 'endings' | 'store'>): Store {
  return {
    checkReady: () => store.checkReady(),
    async transaction(work) {
      let added: Ending[] = []
      const result = await store.transaction((tx) => {
        // When the work runs again, only its last run counts.
        added = []
        const add = async (some: readonly Ending[]) => {
          await tx.endings.add(some)
          added.push(...some)
        }
        return work({ ...tx, endings: { ...tx.endings, add } })
      })
      if (added.length > 0) endings.note(added)
      return result
    },
  }
}
