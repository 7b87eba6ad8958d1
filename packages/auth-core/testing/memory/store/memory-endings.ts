import type { Ending, EndingRepository } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'
import { removeRows, selectRows } from './rows.ts'

/** The endings of one transaction. */
export function memoryEndings(state: StateOfTransaction): EndingRepository {
  return {
    async add(endings) {
      for (const ending of endings) state().endings.set(keyOf(ending), copyOf(ending))
    },

    async find(subject, id) {
      return selectRows(state().endings, (one) => one.subject === subject && one.id === id)
    },

    // All of them each time: they are few, and none is missed.
    async listSince(subject) {
      const endings = selectRows(state().endings, (one) => one.subject === subject)
      return { endings, mark: 0 }
    },

    async removeExpired(now) {
      return removeRows(state().endings, ({ until }) => until <= now)
    },
  }
}

function keyOf({ subject, id, kind }: Ending): string {
  return JSON.stringify([subject, id, kind])
}
