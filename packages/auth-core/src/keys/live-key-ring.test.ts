import { describe, expect, it } from '@jest/globals'
import { down } from '../../testing/index.ts'
import { createMemoryPorts } from '../../testing/memory/memory-ports.ts'
import type { Store } from '../ports/store.ts'
import { defaultSettings } from '../settings.ts'
import { keyState } from './key-ring.ts'
import { createLiveKeyRing } from './live-key-ring.ts'

const day = 24 * 3600

describe('the ring from the store', () => {
  it('is empty until it is loaded, and then has a key that signs', async () => {
    const ring = createLiveKeyRing(createMemoryPorts(), defaultSettings)
    expect(ring.current()).toEqual([])
    await ring.reload()
    expect(ring.current()).toHaveLength(1)
  })

  it('is the same after a restart and on another replica', async () => {
    const ports = createMemoryPorts()
    const [one, other] = [0, 1].map(() => createLiveKeyRing(ports, defaultSettings))
    await one?.reload()
    await other?.reload()
    expect(other?.current()).toEqual(one?.current())
  })

  it('has the next key an hour before it signs, and drops the old one when no session can be kept by it', async () => {
    const ports = createMemoryPorts()
    const ring = createLiveKeyRing(ports, defaultSettings)
    await ring.reload()
    ports.clock.advance(90 * day - 3600)
    await ring.reload()
    expect(states()).toEqual(['active', 'next'])
    ports.clock.advance(3600)
    expect(states()).toEqual(['retiring', 'active'])
    ports.clock.advance(day)
    await ring.reload()
    expect(states()).toEqual(['expired', 'active'])
    ports.clock.advance(29 * day)
    await ring.reload()
    expect(states()).toEqual(['active'])

    function states() {
      const keys = ring.current()
      const seen = { keys, now: ports.clock.now() }
      return keys.map((key) => keyState(key, seen, { overlapSeconds: day }))
    }
  })

  it('is another array only when it has other keys', async () => {
    const ports = createMemoryPorts()
    const ring = createLiveKeyRing(ports, defaultSettings)
    await ring.reload()
    const first = ring.current()
    await ring.reload()
    expect(ring.current()).toBe(first)
    const [key] = first
    if (!key) throw new Error('no key')
    await ports.store.transaction((tx) =>
      tx.signingKeys.put({ ...key, revokedAt: ports.clock.now() }),
    )
    await ring.reload()
    expect(ring.current()).not.toBe(first)
    expect(ring.current()[0]?.revokedAt).toEqual(ports.clock.now())
  })

  it('stays as it was while the store is away', async () => {
    const ports = createMemoryPorts()
    let isAway = false
    const transaction: Store['transaction'] = (work) =>
      isAway ? down('store')() : ports.store.transaction(work)
    const store = { ...ports.store, transaction }
    const ring = createLiveKeyRing({ ...ports, store }, defaultSettings)
    await ring.reload()
    const before = ring.current()
    isAway = true
    await expect(ring.reload()).rejects.toThrow()
    expect(ring.current()).toBe(before)
  })
})
