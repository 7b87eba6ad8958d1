import { defaultSettings } from '@gatehouse/auth-core'
import { keyState } from '@gatehouse/auth-core/operator'
import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import { describe, expect, it } from '@jest/globals'
import { createLiveKeyRing, createPinnedKeyRing } from './key-ring.ts'

const day = 24 * 3600

describe('the ring from the database', () => {
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

  it('has the next key an hour before it signs, and drops the old one when its tokens are over', async () => {
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
    expect(states()).toEqual(['active'])

    function states() {
      const keys = ring.current()
      const seen = { keys, now: ports.clock.now() }
      return keys.map((key) => keyState(key, seen, { overlapSeconds: day }))
    }
  })
})

describe('the ring of the operator’s own secret', () => {
  const fingerprint = (secret: string) => `of ${secret}`
  const until = new Date('2030-01-02T00:00:00Z')

  it('has exactly its bytes, whatever they are', () => {
    const [key] = createPinnedKeyRing({ secret: 'pässword, 32 bytes' }, fingerprint).current()
    const bytes = Buffer.from(key?.secret ?? '', 'base64url')
    expect([bytes.toString('utf8'), key?.kid]).toEqual([
      'pässword, 32 bytes',
      'of pässword, 32 bytes',
    ])
  })

  it('believes the previous one until the moment that was set, and never signs with it', () => {
    const previous = { secret: 'before', until }
    const keys = createPinnedKeyRing({ secret: 'now', previous }, fingerprint).current()
    const statesAt = (now: Date) =>
      keys.map((key) => keyState(key, { keys, now }, { overlapSeconds: day }))
    expect(statesAt(new Date(until.getTime() - 1))).toEqual(['active', 'retiring'])
    expect(statesAt(until)).toEqual(['active', 'expired'])
  })

  it('never changes', async () => {
    const ring = createPinnedKeyRing({ secret: 'now' }, fingerprint)
    const before = ring.current()
    await ring.reload()
    expect(ring.current()).toEqual(before)
  })
})
