import { keyState } from '@gatehouse/auth-core/operator'
import { describe, expect, it } from '@jest/globals'
import { createPinnedKeyRing } from './open-key-ring.ts'

const day = 24 * 3600

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

  it('accepts the previous one until the moment that was set, and never signs with it', () => {
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
