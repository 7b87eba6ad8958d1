import { createTerminalSlots } from '@gatehouse/proxy'
import { expect, it } from '@jest/globals'
import type { FromPrimary, IpcChannel } from './ipc.ts'
import { createSlotRegistry, requestSlots } from './shared-slots.ts'

/** Two workers, and the slots that are counted for both. */
function createTwo({ perUser }: { readonly perUser: number }) {
  const slots = createSlotRegistry(
    createTerminalSlots({ perUser, perTenant: 100, perNetwork: 100 }),
  )
  const workers = [1, 2].map((worker) => {
    let answer: ((message: FromPrimary) => void) | undefined
    const channel: IpcChannel = {
      send(message) {
        if (message.kind === 'free') slots.free(worker, message.id)
        if (message.kind !== 'take') return
        const isTaken = slots.take(worker, message)
        queueMicrotask(() => answer?.({ kind: 'taken', id: message.id, isTaken }))
      },
      on(_kind, listener) {
        answer = listener as (message: FromPrimary) => void
      },
    }
    return requestSlots(channel)
  })
  const take = async (worker: number, userId = 'ada') =>
    workers[worker]?.take({ userId, tenantId: 't', network: 'n' })
  return { slots, take }
}

it('T-80: what one worker takes, the other cannot', async () => {
  const { take } = createTwo({ perUser: 2 })
  const taken = await Promise.all([take(0), take(1), take(0), take(1)])
  expect(taken.map(Boolean)).toEqual([true, true, false, false])
  expect(await take(1, 'bob')).toBeDefined()
})

it('a slot that is freed, however often, is free once', async () => {
  const { take } = createTwo({ perUser: 2 })
  const first = await take(0)
  await take(1)
  first?.()
  first?.()
  expect([await take(1), await take(0)].map(Boolean)).toEqual([true, false])
})

it('a worker that ends leaves its slots, and no others', async () => {
  const { slots, take } = createTwo({ perUser: 3 })
  await take(0)
  await take(0)
  await take(1)
  slots.freeAll(1)
  slots.freeAll(1)
  expect([await take(1), await take(1), await take(1)].map(Boolean)).toEqual([true, true, false])
})
