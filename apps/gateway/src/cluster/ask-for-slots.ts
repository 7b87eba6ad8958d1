import type { SharedTerminalSlots } from '@gatehouse/proxy'
import type { IpcChannel } from './ipc-channel.ts'

/** Slots that the primary process counts, for all workers together. */
export function requestSlots(channel: IpcChannel): SharedTerminalSlots {
  const asked = new Map<number, (isTaken: boolean) => void>()
  let last = 0
  channel.on('taken', ({ id, isTaken }) => {
    asked.get(id)?.(isTaken)
    asked.delete(id)
  })

  return {
    async take(userId, network) {
      last += 1
      const id = last
      const { promise, resolve } = Promise.withResolvers<boolean>()
      asked.set(id, resolve)
      channel.send({ kind: 'take', id, userId, network })
      if (!(await promise)) return undefined
      let isTaken = true
      return () => {
        if (isTaken) channel.send({ kind: 'free', id })
        isTaken = false
      }
    },
  }
}
