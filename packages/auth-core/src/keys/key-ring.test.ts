import { describe, expect, it } from '@jest/globals'
import type { SigningKey } from '../records/signing-key.ts'
import {
  acceptedKeys,
  forcedFrom,
  type KeyState,
  keyAcceptedUntil,
  keyState,
  lastRevocation,
  latchedRevocation,
  nextKeyDue,
  revokedKids,
  revokedSince,
  signingAbility,
  signingKey,
  steadyPeriod,
} from './key-ring.ts'

const policy = { everySeconds: 1000, leadSeconds: 100, overlapSeconds: 50, keptSeconds: 50 }

describe('the period in which no key changes its state', () => {
  const [one, two] = [key('one', 0), key('two', 1000)]
  const pinned = { ...key('pinned', 0), acceptedUntil: at(500) }
  const revoked = { ...key('revoked', 0), revokedAt: at(700) }
  const keys = [two, pinned, one, revoked]

  it.each([
    [-1, null, 0],
    [0, 0, 50],
    [49.999, 0, 50],
    [50, 50, 500],
    [600, 500, 698],
    [698, 698, 700],
    [700, 700, 1000],
    [1049.999, 1000, 1050],
    [1050, 1050, null],
  ])('is, around %d, from %p to %p', (seconds, from, until) => {
    expect(steadyPeriod({ keys, now: at(seconds) }, policy)).toEqual({
      from: from === null ? null : at(from),
      until: until === null ? null : at(until),
    })
  })

  it('has no end without keys', () => {
    expect(steadyPeriod({ keys: [], now: at(0) }, policy)).toEqual({ from: null, until: null })
  })
})

describe('the state of a key', () => {
  const [one, two, three] = [key('one', 0), key('two', 1000), key('three', 2000)]
  const ring = [two, three, one]

  const table: readonly (readonly [number, KeyState, KeyState, KeyState])[] = [
    [-1, 'next', 'next', 'next'],
    [0, 'active', 'next', 'next'],
    [999.999, 'active', 'next', 'next'],
    [1000, 'retiring', 'active', 'next'],
    [1049.999, 'retiring', 'active', 'next'],
    [1050, 'expired', 'active', 'next'],
    [2000, 'expired', 'retiring', 'active'],
    [2050, 'expired', 'expired', 'active'],
    [9000, 'expired', 'expired', 'active'],
  ]
  it.each(table)('after %d seconds is %s, %s and %s', (seconds, ...states) => {
    const now = at(seconds)
    expect([one, two, three].map((each) => keyState(each, { keys: ring, now }, policy))).toEqual(
      states,
    )
  })

  it.each([
    [-1, 'retiring'],
    [499.999, 'retiring'],
    [500, 'expired'],
    [2000, 'expired'],
  ] as const)('T-39: that is pinned until 500, after %d seconds is %s', (seconds, state) => {
    const previous = { ...key('previous', 0), acceptedUntil: at(500) }
    const ringOfTwo = { keys: [previous, one], now: at(seconds) }
    expect(keyState(previous, ringOfTwo, policy)).toBe(state)
  })

  it.each([100, 500, 2000])('T-39: that was revoked, after %d seconds is revoked', (seconds) => {
    const revoked = { ...one, revokedAt: at(100) }
    const pinned = { ...revoked, acceptedUntil: at(9000) }
    for (const each of [revoked, pinned]) {
      expect(keyState(each, { keys: [each, two], now: at(seconds) }, policy)).toBe('revoked')
    }
  })

  it('T-39: that is about to be revoked is what it was', () => {
    const doomed = [one, two].map((each) => ({ ...each, revokedAt: at(100) }))
    const ringOfThree = { keys: [...doomed, key('fresh', 100)], now: at(99.999) }
    const states = ringOfThree.keys.map((each) => keyState(each, ringOfThree, policy))
    expect(states).toEqual(['active', 'next', 'next'])
  })

  it('is not changed by a revoked or a pinned one that began later', () => {
    const others = [
      { ...two, revokedAt: at(1000) },
      { ...three, acceptedUntil: at(9000) },
    ]
    expect(keyState(one, { keys: [one, ...others], now: at(5000) }, policy)).toBe('active')
  })
})

it('the end of a key is known when its successor is, or its end was set', () => {
  const [one, two] = [key('one', 0), key('two', 1000)]
  const pinned = { ...key('pinned', 0), acceptedUntil: at(500) }
  const revoked = { ...key('revoked', 0), acceptedUntil: at(500), revokedAt: at(70) }
  const ring = { keys: [two, one, pinned, revoked], now: at(60) }
  const ends = [one, two, pinned, revoked].map((each) => keyAcceptedUntil(each, ring, policy))
  expect(ends).toEqual([at(1050), null, at(500), at(70)])
})

describe('the key that signs', () => {
  const [one, two] = [key('one', 0), key('two', 1000)]

  it.each([
    [0, 'one'],
    [999.999, 'one'],
    [1000, 'two'],
    [9000, 'two'],
  ])('after %d seconds is %s', (seconds, kid) => {
    expect(signingKey({ keys: [two, one], now: at(seconds) }).kid).toBe(kid)
  })

  it('is neither revoked nor pinned to an end', () => {
    const keys = [
      one,
      { ...two, revokedAt: at(1000) },
      { ...key('previous', 1500), acceptedUntil: at(9000) },
    ]
    expect(signingKey({ keys, now: at(2000) }).kid).toBe('one')
  })

  it.each([
    ['no key at all', []],
    ['only a revoked one', [{ ...one, revokedAt: at(0) }]],
    ['only one that was revoked by a clock ahead of ours', [{ ...one, revokedAt: at(99) }]],
    ['only a pinned one', [{ ...one, acceptedUntil: at(9000) }]],
  ])('is missing when there is %s', (_, keys) => {
    expect(() => signingKey({ keys, now: at(0) })).toThrow(TypeError)
  })
})

describe('the keys that are accepted', () => {
  it('are the next, the active and the retiring ones', () => {
    const keys = [
      key('expired', 0),
      key('retiring', 1000),
      key('active', 2000),
      key('next', 3000),
      { ...key('pinned', 0), acceptedUntil: at(2050) },
      { ...key('unpinned', 0), acceptedUntil: at(2020) },
      { ...key('revoked', 2000), revokedAt: at(2010) },
    ]
    const accepted = acceptedKeys({ keys, now: at(2020) }, policy)
    expect(accepted.map(({ kid }) => kid)).toEqual(['retiring', 'active', 'next', 'pinned'])
  })
})

describe('the next key', () => {
  const one = key('one', 0)

  it.each([
    ['is not due long before', 0, null],
    ['is not due just before its lead', 899.999, null],
    ['is due one lead ahead, for the time the period ends', 900, 1000],
    ['is due within the lead, for the time the period ends', 950, 1000],
    ['is due late in the lead, for when every replica can know it', 999, 1001],
    ['is due when the period ends, for when every replica can know it', 1000, 1002],
    ['is due when that went by while nobody ran, for the same', 5000, 5002],
  ] as const)('%s', (_, seconds, due) => {
    expect(nextKeyDue({ keys: [one], now: at(seconds) }, policy)).toEqual(
      due === null ? null : at(due),
    )
  })

  it('is not due again once it is stored', () => {
    const ring = { keys: [key('next', 1000), one], now: at(950) }
    expect(nextKeyDue(ring, policy)).toBeNull()
  })

  it('counts from the newest key', () => {
    const keys = [one, key('two', 1000)]
    expect(nextKeyDue({ keys, now: at(1899) }, policy)).toBeNull()
    expect(nextKeyDue({ keys, now: at(1900) }, policy)).toEqual(at(2000))
  })

  it.each([
    ['there is none', []],
    ['all are revoked', [{ ...one, revokedAt: at(10) }]],
    ['all are pinned to an end', [{ ...one, acceptedUntil: at(9000) }]],
  ])('is due at once when %s', (_, keys) => {
    expect(nextKeyDue({ keys, now: at(20) }, policy)).toEqual(at(20))
  })
})

describe('a forced rotation', () => {
  it('takes effect when every replica can know it, and at once when no key signs', () => {
    const [one, next] = [key('one', 0), key('next', 60)]
    const revoked = { ...one, revokedAt: at(40) }
    const from = (...keys: readonly SigningKey[]) => forcedFrom({ keys, now: at(50) })
    expect([from(one), from(one, next), from(), from(next), from(revoked)]).toEqual([
      at(52),
      at(52),
      at(50),
      at(52),
      at(50),
    ])
  })

  it('lets the old key sign until then, and the new one from then on', () => {
    const keys = [{ ...key('one', 0), revokedAt: at(52) }, key('two', 52)]
    expect(signingKey({ keys, now: at(51.999) }).kid).toBe('one')
    expect(signingKey({ keys, now: at(52) }).kid).toBe('two')
    const accepted = (now: Date) => acceptedKeys({ keys, now }, policy).map(({ kid }) => kid)
    expect([accepted(at(51.999)), accepted(at(52))]).toEqual([['one', 'two'], ['two']])
  })

  it.each([
    [99, true],
    [100, true],
    [100.001, false],
  ])('at 100 has happened since %d: %s', (since, happened) => {
    const keys = [key('two', 100), { ...key('one', 0), revokedAt: at(100) }]
    expect(revokedSince({ keys, now: at(100) }, at(since))).toBe(happened)
    expect(revokedSince({ keys, now: at(99.999) }, at(since))).toBe(false)
  })

  it('has not happened when no key is revoked', () => {
    const ring = { keys: [key('one', 0)], now: at(100) }
    expect([revokedSince(ring, at(-1)), lastRevocation(ring)]).toEqual([false, null])
  })

  it('is known by the last one that took effect', () => {
    const revoked = (seconds: number) => ({ ...key('one', 0), revokedAt: at(seconds) })
    const keys = [revoked(10), revoked(30), revoked(20), revoked(50), key('two', 0)]
    expect(lastRevocation({ keys, now: at(47.999) })).toEqual(at(50))
    expect(lastRevocation({ keys, now: at(49) })).toEqual(at(30))
  })
})

describe('T-97: whatever the clock does', () => {
  const [old, fresh] = [{ ...key('old', 0), revokedAt: at(1000) }, key('fresh', 1000)]

  it.each([1000, 997.999, 988, 0, -9e6])('a withdrawn key stays so: %d', (seconds) => {
    const ring = { keys: [old, fresh], now: at(seconds) }
    expect(keyState(old, ring, policy)).toBe('revoked')
    expect(acceptedKeys(ring, policy)).not.toContain(old)
    expect(signingKey(ring)).toBe(fresh)
  })

  it('a withdrawn key that has lost its secret stays so, also within the two seconds before', () => {
    const latched = latchedRevocation(old, at(1000))
    expect(latched).toEqual({ ...old, secret: '' })
    const ring = { keys: [latched ?? old, fresh], now: at(999) }
    expect(keyState(latched ?? old, ring, policy)).toBe('revoked')
    expect(signingKey(ring)).toBe(fresh)
  })

  it('a revocation by a clock that was ahead is one of now, and is made so once', () => {
    const latched = latchedRevocation(old, at(50))
    expect(latched).toEqual({ ...old, secret: '', revokedAt: at(50) })
    expect(latchedRevocation(latched ?? old, at(60))).toBeNull()
  })

  it('a revoked key is known by its name, also when the moment is corrected', () => {
    const ring = (keys: readonly SigningKey[], seconds: number) => ({ keys, now: at(seconds) })
    expect(revokedKids(ring([old, fresh], 999))).toEqual([])
    expect(revokedKids(ring([old, fresh], 1000))).toEqual(['old'])
    const latched = latchedRevocation(old, at(50)) ?? old
    expect(revokedKids(ring([latched, fresh], 50))).toEqual(['old'])
  })

  it('a revocation that is to come, and a key without one, are left as they are', () => {
    expect(latchedRevocation(old, at(999))).toBeNull()
    expect(latchedRevocation(fresh, at(999))).toBeNull()
  })

  it('a key from the future stops nobody: the oldest that is to come signs', () => {
    const ring = { keys: [key('later', 90_000), key('soon', 7200)], now: at(0) }
    expect(signingKey(ring).kid).toBe('soon')
    expect(signingAbility(ring)).toBe('ahead_of_start')
    expect(acceptedKeys(ring, policy)).toHaveLength(2)
  })

  it('a key from the future puts no rotation off', () => {
    expect(nextKeyDue({ keys: [key('future', 7200)], now: at(0) }, policy)).toEqual(at(2))
    const keys = [key('one', 0), key('future', 90_000)]
    expect(nextKeyDue({ keys, now: at(899) }, policy)).toBeNull()
    expect(nextKeyDue({ keys, now: at(900) }, policy)).toEqual(at(1000))
  })

  it('it is known whether a ring can sign', () => {
    const ability = (...keys: readonly SigningKey[]) => signingAbility({ keys, now: at(0) })
    expect([ability(key('one', 0)), ability(key('next', 1)), ability(old), ability()]).toEqual([
      'started',
      'ahead_of_start',
      'none',
      'none',
    ])
  })
})

it.each([undefined, Number.NaN, new Date(Number.NaN), '2030-01-01'])(
  'at %p, which is no moment, no key is accepted',
  (now) => {
    const ring = { keys: [key('one', 0), key('next', 99)], now: now as Date }
    expect(acceptedKeys(ring, policy)).toEqual([])
  },
)

function key(kid: string, activeFrom: number): SigningKey {
  const secret = `secret of ${kid}`
  return { kid, secret, activeFrom: at(activeFrom), acceptedUntil: null, revokedAt: null }
}

function at(seconds: number): Date {
  return new Date(Date.UTC(2030, 0, 1) + seconds * 1000)
}
