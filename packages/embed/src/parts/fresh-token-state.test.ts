import { createLiveEndings, createLiveKeyRing, defaultSettings } from '@gatehouse/auth-core'
import { createMemoryPorts, down } from '@gatehouse/auth-core/testing'
import { describe, expect, it } from '@jest/globals'
import { createFreshTokenState } from './fresh-token-state.ts'

describe('F-10: what tokens are checked by', () => {
  it('is accepted as long as it is read every second', async () => {
    const { state, advance } = await createState()
    for (let second = 0; second < 10; second += 1) {
      advance(1000)
      expect(state.whenFresh()).toBeUndefined()
      await state.keyRing.reload()
      await state.endings.reload()
    }
  })

  it('is read anew, once for all who wait, when the process stood still', async () => {
    const { state, advance, counts } = await createState()
    advance(3001)
    const waiting = state.whenFresh()
    expect(waiting).toBeInstanceOf(Promise)
    expect(state.whenFresh()).toBe(waiting)
    await waiting
    expect(counts()).toBe(2)
    expect(state.whenFresh()).toBeUndefined()
  })

  it('is old when only one of its halves was read', async () => {
    const { state, advance } = await createState()
    advance(3001)
    await state.keyRing.reload()
    expect(state.whenFresh()).toBeInstanceOf(Promise)
  })

  it('is as old as the beginning of the read, which may have hung while the process stood still', async () => {
    const { state, advance } = await createState()
    const reads = [state.keyRing.reload(), state.endings.reload()]
    advance(3001)
    await Promise.all(reads)
    expect(state.whenFresh()).toBeInstanceOf(Promise)
  })

  it('is accepted while the store is away, and no request waits for it again until it is back', async () => {
    const { state, advance, breakStore, mendStore } = await createState()
    breakStore()
    advance(3001)
    await state.whenFresh()
    advance(60_000)
    expect(state.whenFresh()).toBeUndefined()
    mendStore()
    await state.keyRing.reload()
    await state.endings.reload()
    advance(3001)
    expect(state.whenFresh()).toBeInstanceOf(Promise)
  })
})

async function createState() {
  const ports = createMemoryPorts()
  const { store } = ports
  let isDown = false
  let transactions = 0
  const counted = {
    ...ports,
    store: {
      ...store,
      transaction: ((work) => {
        transactions += 1
        return isDown ? down('store')() : store.transaction(work)
      }) as typeof store.transaction,
    },
  }
  let at = 0
  const state = createFreshTokenState(
    {
      keyRing: createLiveKeyRing(counted, defaultSettings),
      endings: createLiveEndings(counted),
    },
    () => at,
  )
  await state.keyRing.reload()
  await state.endings.reload()
  transactions = 0
  return {
    state,
    counts: () => transactions,
    advance: (milliseconds: number) => {
      at += milliseconds
    },
    breakStore: () => {
      isDown = true
    },
    mendStore: () => {
      isDown = false
    },
  }
}
