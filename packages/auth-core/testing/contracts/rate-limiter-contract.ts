import { expect } from 'expect'
import type { Limit, RateLimiter } from '../../src/ports/index.ts'
import { about, type Contract } from './contract.ts'
import { expectPortError } from './expect-port-error.ts'
import { rateLimiterStepsContract } from './rate-limiter-steps-contract.ts'
import type { RateLimiterSubject } from './rate-limiter-subject.ts'
import { testsOf } from './subject.ts'
import { unique } from './unique.ts'

/** The promises every {@link RateLimiter} adapter keeps. */
export function rateLimiterContract(subject: RateLimiterSubject): Contract {
  const on = testsOf(subject, subject.open)
  const onBroken = testsOf(subject, subject.openBroken)

  return about('RateLimiter:', [
    {
      name: 'allows so many operations, refuses the next, and counts them all',
      run: on(async (limiter) => {
        const [limit, key] = [hourly(2), unique('key')]
        const taken = [
          await limiter.take(limit, key),
          await limiter.take(limit, key),
          await limiter.take(limit, key),
          await limiter.take(limit, key),
        ]
        expect(taken).toMatchObject([
          { allowed: true, taken: 1 },
          { allowed: true, taken: 2 },
          { allowed: false, taken: 3 },
          { allowed: false, taken: 4 },
        ])
      }),
    },
    {
      name: 'says in whole seconds when the window ends, refused or not',
      run: on(async (limiter) => {
        const [limit, key] = [hourly(1), unique('key')]
        const answers = [
          await limiter.take(limit, key),
          await limiter.take(limit, key),
          await limiter.look(limit, key),
        ]
        for (const { retryAfter } of answers) {
          expect(Number.isInteger(retryAfter)).toBe(true)
          // Allows a minute for a slow machine, but the window must not start again.
          expect(retryAfter).toBeGreaterThan(3540)
          expect(retryAfter).toBeLessThanOrEqual(3600)
        }
        await subject.pass(1)
        const later = await limiter.look(limit, key)
        expect(later.retryAfter).toBeLessThanOrEqual(3599)
      }),
    },
    {
      name: 'rounds the rest of a window up, so that waiting so long is enough',
      run: on(async (limiter) => {
        const [limit, key] = [{ ...hourly(1), seconds: 2 }, unique('key')]
        await limiter.take(limit, key)
        await subject.pass(0.5)
        const { allowed, retryAfter } = await limiter.take(limit, key)
        expect(allowed).toBe(false)
        expect(Number.isInteger(retryAfter)).toBe(true)
        await subject.pass(retryAfter)
        expect(await limiter.take(limit, key)).toMatchObject({ allowed: true, taken: 1 })
      }),
    },
    {
      name: 'counts from the first operation: later ones do not put the end off',
      run: on(async (limiter) => {
        const [limit, key] = [{ ...hourly(1), seconds: 2 }, unique('key')]
        await limiter.take(limit, key)
        await subject.pass(1.2)
        await limiter.take(limit, key)
        await subject.pass(1)
        expect(await limiter.look(limit, key)).toMatchObject({ allowed: true, taken: 0 })
        expect(await limiter.take(limit, key)).toMatchObject({ allowed: true, taken: 1 })
      }),
    },
    {
      name: 'T-97: lets no window run longer than its limit says, as one of a clock set back does',
      run: on(async (limiter) => {
        const [limit, key] = [hourly(1), unique('key')]
        await limiter.take(limit, key)
        const short = { ...limit, seconds: 2 }
        expect(await limiter.look(short, key)).toMatchObject({ allowed: false, retryAfter: 2 })
        expect(await limiter.take(short, key)).toMatchObject({ allowed: false, taken: 2 })
        await subject.pass(2)
        expect(await limiter.look(short, key)).toMatchObject({ allowed: true, taken: 0 })
      }),
    },
    {
      name: 'keeps windows of several lengths at the same time',
      run: on(async (limiter) => {
        const [long, short, key] = [hourly(1), { ...hourly(1), seconds: 2 }, unique('key')]
        await limiter.take(short, key)
        await limiter.take(long, key)
        await subject.pass(2)
        expect(await limiter.look(long, key)).toMatchObject({ allowed: false, taken: 1 })
        expect(await limiter.look(short, key)).toMatchObject({ allowed: true, taken: 0 })
      }),
    },
    {
      name: 'looks without counting',
      run: on(async (limiter) => {
        const [limit, key] = [hourly(2), unique('key')]
        const look = () => limiter.look(limit, key)
        expect([await look(), await look()]).toMatchObject([
          { allowed: true, taken: 0 },
          { allowed: true, taken: 0 },
        ])
        await limiter.take(limit, key)
        expect([await look(), await look()]).toMatchObject([
          { allowed: true, taken: 1 },
          { allowed: true, taken: 1 },
        ])
        await limiter.take(limit, key)
        expect([await look(), await look()]).toMatchObject([
          { allowed: false, taken: 2 },
          { allowed: false, taken: 2 },
        ])
        await limiter.take(limit, key)
        expect(await look()).toMatchObject({ allowed: false, taken: 3 })
      }),
    },
    {
      name: 'begins no window by looking',
      run: on(async (limiter) => {
        const [limit, key] = [{ ...hourly(1), seconds: 2 }, unique('key')]
        await limiter.look(limit, key)
        await subject.pass(1.2)
        await limiter.take(limit, key)
        await subject.pass(1)
        expect(await limiter.look(limit, key)).toMatchObject({ allowed: false, taken: 1 })
      }),
    },
    {
      name: 'takes an operation back, and the end of the window stays',
      run: on(async (limiter) => {
        const [limit, key] = [{ ...hourly(2), seconds: 2 }, unique('key')]
        await limiter.take(limit, key)
        await limiter.take(limit, key)
        await limiter.refund(limit, key)
        expect(await limiter.look(limit, key)).toMatchObject({ allowed: true, taken: 1 })
        await subject.pass(1.2)
        await limiter.take(limit, key)
        await limiter.refund(limit, key)
        await subject.pass(1)
        expect(await limiter.look(limit, key)).toMatchObject({ allowed: true, taken: 0 })
      }),
    },
    {
      name: 'never counts below zero',
      run: on(async (limiter) => {
        const [limit, key] = [hourly(1), unique('key')]
        await limiter.refund(limit, key)
        expect(await limiter.look(limit, key)).toMatchObject({ allowed: true, taken: 0 })
        await limiter.take(limit, key)
        await limiter.refund(limit, key)
        await limiter.refund(limit, key)
        expect(await limiter.look(limit, key)).toMatchObject({ allowed: true, taken: 0 })
        expect(await limiter.take(limit, key)).toMatchObject({ allowed: true, taken: 1 })
        expect(await limiter.take(limit, key)).toMatchObject({ allowed: false, taken: 2 })
      }),
    },
    {
      name: 'forgets one counter on request, and no other',
      run: on(async (limiter) => {
        const [limit, key, other] = [hourly(1), unique('key'), unique('key')]
        await limiter.reset(limit, key)
        await limiter.take(limit, key)
        await limiter.take(limit, other)
        await limiter.reset(limit, key)
        expect(await limiter.look(limit, key)).toMatchObject({ allowed: true, taken: 0 })
        expect(await limiter.take(limit, key)).toMatchObject({ allowed: true, taken: 1 })
        expect(await limiter.look(limit, other)).toMatchObject({ allowed: false, taken: 1 })
      }),
    },
    {
      name: 'keeps one count for the same name and key, whatever the points',
      run: on(async (limiter) => {
        const [strict, key] = [hourly(1), unique('key')]
        const lax = { ...strict, points: 3 }
        await limiter.take(strict, key)
        expect(await limiter.take(lax, key)).toMatchObject({ allowed: true, taken: 2 })
        expect(await limiter.take({ ...strict }, key)).toMatchObject({ allowed: false, taken: 3 })
      }),
    },
    {
      name: 'keeps the counts of different names and keys apart',
      run: on(async (limiter) => {
        const [a, b] = [unique('a'), unique('b')]
        const long = 'x'.repeat(254)
        const counters = [
          { name: a, key: b },
          { name: a, key: `${b} ` },
          { name: a, key: b.toUpperCase() },
          { name: b, key: a },
          { name: `${a}:${b}`, key: 'c' },
          { name: a, key: `${b}:c` },
          { name: a, key: '' },
          { name: a, key: 'zoë 😀@example.com' },
          { name: a, key: 'zoe 😀@example.com' },
          { name: a, key: `${long}1` },
          { name: a, key: `${long}2` },
        ]
        for (const { name: counter, key } of counters) {
          const answer = await limiter.take({ ...hourly(1), name: counter }, key)
          expect(answer).toMatchObject({ allowed: true, taken: 1 })
        }
      }),
    },
    {
      name: 'allows exactly so many of any number that come at the same time',
      run: on(async (limiter) => {
        const [limit, key] = [hourly(7), unique('key')]
        const answers = await Promise.all(
          Array.from({ length: 40 }, () => limiter.take(limit, key)),
        )
        expect(answers.filter(({ allowed }) => allowed)).toHaveLength(7)
        const counts = answers.map(({ taken }) => taken).toSorted((one, other) => one - other)
        expect(counts).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
      }),
    },
    ...rateLimiterStepsContract(subject),
    ...(['take', 'look', 'refund', 'reset'] as const).map((method) => ({
      name: `says so in our words when ${method} cannot reach the counters`,
      run: onBroken(async (limiter) => {
        await expectPortError(limiter[method](hourly(1), unique('key')), 'rate_limiter')
      }),
    })),
  ])
}

/** A limit under a new name, whose window outlives any test. */
function hourly(points: number): Limit {
  return { name: unique('limit'), points, seconds: 3600 }
}
