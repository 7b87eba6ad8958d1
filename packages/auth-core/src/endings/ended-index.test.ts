import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { secondsAfter } from '../lib/time.ts'
import type { Ending } from '../records/ending.ts'
import { createEndedIndex, issuedAtAfter } from './ended-index.ts'

const start = new Date('2030-01-01T00:00:00Z')

describe('a session that ended', () => {
  it('has no token that is let through, however new', () => {
    const index = createEndedIndex()
    index.add([ending({ kind: 'ended', at: 10 })])
    expect(index.check(token(0), at(11))).toBe('session_ended')
    expect(index.check(token(20), at(21))).toBe('session_ended')
  })

  it('is refused from when it is known, whatever the clock says', () => {
    const index = createEndedIndex()
    expect(index.check(token(0), at(9))).toBeNull()
    index.add([ending({ kind: 'ended', at: 10 })])
    expect(index.check(token(0), at(9))).toBe('session_ended')
  })

  it('is refused until no token of it can live', () => {
    const index = createEndedIndex()
    index.add([ending({ kind: 'ended', at: 10, until: 100 })])
    expect(index.check(token(0), at(99.999))).toBe('session_ended')
    expect(index.check(token(0), at(100))).toBeNull()
  })

  it('has ended, and is not merely stale, whatever came first', () => {
    const endings = [ending({ kind: 'stale', at: 5 }), ending({ kind: 'ended', at: 10 })]
    for (const order of [endings, endings.toReversed()]) {
      const index = createEndedIndex()
      index.add(order)
      expect(index.check(token(0), at(11))).toBe('session_ended')
    }
  })

  it('takes no other along', () => {
    const index = createEndedIndex()
    index.add([ending({ id: 'another' }), ending({ subject: 'login', id: 'session' })])
    expect(index.check(token(0), at(1))).toBeNull()
  })
})

describe('a session that went stale', () => {
  it.each([
    ['the second before', 9, 'token_stale'],
    ['the same second', 10, 'token_stale'],
    ['the next second', 11, null],
  ])('has a token of %s checked: %d s, %p', (_, issuedAt, check) => {
    const index = createEndedIndex()
    index.add([ending({ kind: 'stale', at: 10.3 })])
    expect(index.check(token(issuedAt), at(12))).toBe(check)
  })

  it('is as stale as its newest change makes it', () => {
    const index = createEndedIndex()
    index.add([ending({ kind: 'stale', at: 20 }), ending({ kind: 'stale', at: 10 })])
    expect(index.check(token(20), at(21))).toBe('token_stale')
    expect(index.check(token(21), at(21))).toBeNull()
  })

  it.each([10, 10.3, 10.999, 11, 30])(
    'has a token that is good when it is renewed at %d s',
    (now) => {
      const staleAt = at(10.3)
      const index = createEndedIndex()
      index.add([ending({ kind: 'stale', at: 10.3 })])
      const issuedAt = issuedAtAfter(at(now), staleAt)
      expect(index.check({ sessionId: 'session', issuedAt }, at(now))).toBeNull()
      expect(issuedAt.getTime() % 1000).toBe(0)
      expect(issuedAt.getTime() - at(now).getTime()).toBeLessThanOrEqual(1000)
    },
  )

  it('delays no token of a session that never was stale', () => {
    expect(issuedAtAfter(at(10.7), undefined)).toEqual(at(10))
  })
})

describe('the index', () => {
  it('tells what it did not know, once', () => {
    const index = createEndedIndex()
    const first = ending({ kind: 'stale', at: 10 })
    const second = ending({ kind: 'stale', at: 11 })
    const last = ending({ kind: 'ended', at: 12 })
    const login = ending({ subject: 'login' })
    expect(index.add([first, login, first])).toEqual([first])
    expect(index.add([first, second, last])).toEqual([second, last])
    expect(index.add([first, second, last])).toEqual([])
  })

  it('holds each session once', () => {
    const index = createEndedIndex()
    index.add([ending({ id: 'one' }), ending({ id: 'two' }), ending({ id: 'two', until: 2000 })])
    expect([index.size(), index.list().length]).toEqual([2, 2])
  })

  const second = fc.integer({ min: 0, max: 400 }).map((quarter) => quarter / 4)
  const anyEnding = fc
    .record({
      subject: fc.constantFrom('session' as const, 'session' as const, 'login' as const),
      id: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('ended' as const, 'stale' as const),
      at: second,
      until: second,
    })
    .map(ending)
  const anyStep = fc.oneof(
    fc.record({
      step: fc.constant('add' as const),
      endings: fc.array(anyEnding, { maxLength: 5 }),
    }),
    fc.record({
      step: fc.constant('check' as const),
      claims: fc.record({
        sessionId: fc.constantFrom('a', 'b', 'c'),
        issuedAt: fc.integer({ min: 0, max: 100 }).map(at),
      }),
      now: second.map(at),
    }),
  )

  it('checks as a list of everything that ever ended', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const index = createEndedIndex()
        const list: Ending[] = []
        for (const taken of steps) {
          if (taken.step === 'add') {
            index.add(taken.endings)
            list.push(...taken.endings)
          } else {
            expect(index.check(taken.claims, taken.now)).toBe(
              checkByList(list, taken.claims, taken.now),
            )
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('tells nothing as new that changes no check', () => {
    fc.assert(
      fc.property(fc.array(anyEnding, { maxLength: 20 }), (endings) => {
        const index = createEndedIndex()
        index.add(endings)
        return index.add(endings).length === 0
      }),
    )
  })
})

/** The rules again, by looking through everything. */
function checkByList(
  list: readonly Ending[],
  { sessionId, issuedAt }: { readonly sessionId: string; readonly issuedAt: Date },
  now: Date,
): string | null {
  let check: string | null = null
  for (const { subject, id, kind, at: moment, until } of list) {
    if (subject !== 'session' || id !== sessionId || now.getTime() >= until.getTime()) continue
    if (kind === 'ended') return 'session_ended'
    const endOfSecond = Math.floor(moment.getTime() / 1000) * 1000 + 999
    if (issuedAt.getTime() <= endOfSecond) check = 'token_stale'
  }
  return check
}

function ending({
  subject = 'session',
  id = 'session',
  kind = 'ended',
  at: moment = 0,
  until = 1000,
}: {
  readonly subject?: Ending['subject']
  readonly id?: string
  readonly kind?: Ending['kind']
  readonly at?: number
  readonly until?: number
}): Ending {
  return { subject, id, kind, at: at(moment), until: at(until) }
}

function token(issuedAt: number) {
  return { sessionId: 'session', issuedAt: at(issuedAt) }
}

function at(seconds: number): Date {
  return secondsAfter(start, seconds)
}
