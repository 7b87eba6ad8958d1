/** Terminal slots of several processes: the primary process counts them, the workers ask it. */
import type { SharedTerminalSlots, TerminalSlots } from '@gatehouse/proxy'
import type { IpcChannel, SlotRequest } from './ipc.ts'

/** The slots that workers have taken, in the process that counts all of them. */
export interface SlotRegistry {
  /** Takes a slot for a worker's terminal. @returns Whether there was one. */
  take(worker: number, request: SlotRequest): boolean
  /** Frees the slot that a worker has under this id, if it has one. */
  free(worker: number, id: number): void
  /** Frees all slots of a worker that has ended. */
  freeAll(worker: number): void
}

/** Creates the registry of the primary process, so that no slot is taken twice. */
export function createSlotRegistry(slots: TerminalSlots): SlotRegistry {
  const taken = new Map<number, Map<number, () => void>>()

  return {
    take(worker, { id, party }) {
      const free = slots.take(party)
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

/** A worker's slots: each one is requested from the primary process. */
export function requestSlots(channel: IpcChannel): SharedTerminalSlots {
  const requests = new Map<number, (isTaken: boolean) => void>()
  let last = 0
  channel.on('taken', ({ id, isTaken }) => {
    requests.get(id)?.(isTaken)
    requests.delete(id)
  })

  return {
    async take(party) {
      last += 1
      const id = last
      const { promise, resolve } = Promise.withResolvers<boolean>()
      requests.set(id, resolve)
      channel.send({ kind: 'take', id, party })
      if (!(await promise)) return undefined
      let isTaken = true
      return () => {
        if (isTaken) channel.send({ kind: 'free', id })
        isTaken = false
      }
    },
  }
}
