import type { TerminalSlots } from '@gatehouse/proxy'
import type { TakeTerminal } from './ipc.ts'

/** Places for the terminals of all workers, held where all of them can be counted. */
export interface WorkerSlots {
  /** Takes a place for a worker's terminal, or tells that there is none. */
  take(worker: number, terminal: TakeTerminal): boolean
  /** Gives back the place that a worker has under this id. */
  free(worker: number, id: number): void
  /** Gives back all slots of a worker that has ended. */
  freeAll(worker: number): void
}

/** All of them free. */
export function createWorkerSlots(slots: TerminalSlots): WorkerSlots {
  const taken = new Map<number, Map<number, () => void>>()

  return {
    take(worker, { id, userId, network }) {
      const free = slots.take(userId, network)
      if (free === undefined) return false
      const own = taken.get(worker) ?? new Map<number, () => void>()
      taken.set(worker, own.set(id, free))
      return true
    },
    free(worker, id) {
      const own = taken.get(worker)
      own?.get(id)?.()
      own?.delete(id)
    },
    freeAll(worker) {
      for (const free of taken.get(worker)?.values() ?? []) free()
      taken.delete(worker)
    },
  }
}
