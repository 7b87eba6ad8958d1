import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Ending } from '../records/ending.ts'

/**
 * The same store, of which this process knows what it has ended as soon as that is committed. Other
 * processes hear of it when they reload.
 */
export function announceEndings({ endings, store }: Pick<Ports, 'endings' | 'store'>): Store {
  return {
    checkReady: () => store.checkReady(),
    async transaction(work) {
      let added: Ending[] = []
      const result = await store.transaction((tx) => {
        // Of work that runs again, only the last run counts.
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
