import { expect, it } from '@jest/globals'
import { createTerminalSlots } from '../proxy/terminal/terminal-slots.ts'
import { askForSlots } from './ask-for-slots.ts'
import type { FromPrimary } from './ipc.ts'
import type { Link } from './link.ts'
import { createTerminalPlaces } from './shared-slots.ts'

/** Two workers, and the places that are counted for both. */
function createTwo({ perUser }: { readonly perUser: number }) {
  const places = createTerminalPlaces(createTerminalSlots({ perUser, perNetwork: 100 }))
  const workers = [1, 2].map((worker) => {
    let answer: ((message: FromPrimary) => void) | undefined
    const link: Link = {
      send(message) {
        if (message.kind === 'free') places.free(worker, message.id)
        if (message.kind !== 'take') return
        const isTaken = places.take(worker, message)
        queueMicrotask(() => answer?.({ kind: 'taken', id: message.id, isTaken }))
      },
      on(_kind, listener) {
        answer = listener as (message: FromPrimary) => void
      },
    }
    return askForSlots(link)
  })
  const take = async (worker: number, user = 'ada') => workers[worker]?.take(user, 'n')
  return { places, take }
}

it('T-80: what one worker takes, the other cannot', async () => {
  const { take } = createTwo({ perUser: 2 })
  const taken = await Promise.all([take(0), take(1), take(0), take(1)])
  expect(taken.map(Boolean)).toEqual([true, true, false, false])
  expect(await take(1, 'bob')).toBeDefined()
})

it('a place that is freed, however often, is free once', async () => {
  const { take } = createTwo({ perUser: 2 })
  const first = await take(0)
  await take(1)
  first?.()
  first?.()
  expect([await take(1), await take(0)].map(Boolean)).toEqual([true, false])
})

it('a worker that ends leaves its places, and no others', async () => {
  const { places, take } = createTwo({ perUser: 3 })
  await take(0)
  await take(0)
  await take(1)
  places.freeAll(1)
  places.freeAll(1)
  expect([await take(1), await take(1), await take(1)].map(Boolean)).toEqual([true, true, false])
})
