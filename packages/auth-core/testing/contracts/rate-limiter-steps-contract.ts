import { expect } from 'expect'
import { changeCounters, takeInOrder } from '../../src/limits/limiter-steps.ts'
import type { CounterChange, Limit, LimiterStep, RateLimiter } from '../../src/ports/index.ts'
import type { Contract } from './contract.ts'
import { expectPortError } from './expect-port-error.ts'
import type { RateLimiterSubject } from './rate-limiter-subject.ts'
import { testsOf } from './subject.ts'
import { unique } from './unique.ts'

/** The promises of several steps in one call, where an adapter has that; else of the same steps one by one. */
export function rateLimiterStepsContract(subject: RateLimiterSubject): Contract {
  const on = testsOf(subject, subject.open)
  const onBroken = testsOf(subject, subject.openBroken)

  return [
    {
      name: 'takes steps in their order, each with an answer like that of a call of its own',
      run: on(async (limiter) => {
        const [one, two, three] = [taking(5), taking(1), taking(3)]
        await limiter.take(one.limit, one.key)
        const answers = await takeInOrder(limiter, [one, two, looking(one, 5), three])
        expect(answers).toMatchObject([
          { allowed: true, taken: 2 },
          { allowed: true, taken: 1 },
          { allowed: true },
          { allowed: true, taken: 1 },
        ])
        for (const answer of [answers[0], answers[1], answers[3]]) {
          expect(answer?.retryAfter).toBeGreaterThan(3540)
          expect(answer?.retryAfter).toBeLessThanOrEqual(3600)
        }
        expect(await takenOf(limiter, [one, two, three])).toEqual([2, 1, 1])
      }),
    },
    {
      name: 'stops behind the first step that is used up: it is counted, and none behind it',
      run: on(async (limiter) => {
        const [one, two, three] = [taking(9), taking(1), taking(9)]
        const answers = []
        for (let times = 0; times < 4; times += 1) {
          answers.push(await takeInOrder(limiter, [one, two, three]))
        }
        expect(answers.map((all) => all.length)).toEqual([3, 2, 2, 2])
        expect(answers.at(-1)).toMatchObject([
          { allowed: true, taken: 4 },
          { allowed: false, taken: 4 },
        ])
        expect(await takenOf(limiter, [one, two, three])).toEqual([4, 4, 1])
      }),
    },
    {
      name: 'looks without counting, and stops where a look is not allowed',
      run: on(async (limiter) => {
        const [one, two] = [taking(9), taking(9)]
        const seen = await takeInOrder(limiter, [looking(one, 2), one, two])
        await takeInOrder(limiter, [looking(one, 2), one, two])
        const stopped = await takeInOrder(limiter, [looking(one, 2), one, two])
        expect(seen).toMatchObject([{ allowed: true, taken: 0 }, { taken: 1 }, { taken: 1 }])
        expect(stopped).toMatchObject([{ allowed: false, taken: 2 }])
        expect(await takenOf(limiter, [one, two])).toEqual([2, 2])
      }),
    },
    {
      name: 'leaves a step out when its other counter counts something, and goes on behind it',
      run: on(async (limiter) => {
        const [known, two, three] = [taking(9), taking(1), taking(9)]
        const steps = [{ ...two, unless: known }, three]
        const strange = await takeInOrder(limiter, steps)
        const usedUp = await takeInOrder(limiter, steps)
        await limiter.take(known.limit, known.key)
        const left = await takeInOrder(limiter, steps)
        expect(strange).toMatchObject([{ allowed: true, taken: 1 }, { taken: 1 }])
        expect(usedUp).toMatchObject([{ allowed: false, taken: 2 }])
        expect(left).toMatchObject([null, { allowed: true, taken: 2 }])
        expect(await takenOf(limiter, [known, two, three])).toEqual([1, 2, 2])
        await limiter.reset(known.limit, known.key)
        expect(await takeInOrder(limiter, steps)).toMatchObject([{ allowed: false, taken: 3 }])
      }),
    },
    {
      name: 'begins windows anew that have ended, and lets none end later than its limit says',
      run: on(async (limiter) => {
        const [one, known, two] = [taking(1, 2), taking(9, 2), taking(9)]
        const steps = [one, { ...two, unless: known }]
        await limiter.take(known.limit, known.key)
        expect(await takeInOrder(limiter, steps)).toMatchObject([{ taken: 1 }, null])
        await subject.pass(2)
        expect(await takeInOrder(limiter, steps)).toMatchObject([{ taken: 1 }, { taken: 1 }])
        const short = { ...two, limit: { ...two.limit, seconds: 2 } }
        const answers = await takeInOrder(limiter, [looking(short, 9), short])
        expect(answers).toMatchObject([{ retryAfter: 2 }, { taken: 2, retryAfter: 2 }])
        await subject.pass(2)
        expect(await limiter.look(two.limit, two.key)).toMatchObject({ taken: 0 })
      }),
    },
    {
      name: 'allows exactly so many of any number of steps that come at the same time',
      run: on(async (limiter) => {
        const [one, two, three] = [taking(30), taking(7), taking(99)]
        const all = await Promise.all(
          Array.from({ length: 40 }, () => takeInOrder(limiter, [one, two, three])),
        )
        const stoppedAt = (place: number) =>
          all.filter((answers) => answers.length === place && !answers.at(-1)?.allowed)
        expect(all.filter((answers) => answers.at(-1)?.allowed)).toHaveLength(7)
        expect([1, 2, 3].map((place) => stoppedAt(place).length)).toEqual([10, 23, 0])
        expect(await takenOf(limiter, [three])).toEqual([7])
      }),
    },
    {
      name: 'makes changes in their order',
      run: on(async (limiter) => {
        const [one, two, three] = [taking(9), taking(1), taking(9)]
        for (const { limit, key } of [one, one, two, two]) await limiter.take(limit, key)
        const changes: readonly CounterChange[] = [
          { ...one, kind: 'refund' },
          { ...two, kind: 'reset' },
          { ...three, kind: 'refund' },
          three,
          three,
        ]
        await changeCounters(limiter, changes)
        expect(await takenOf(limiter, [one, two, three])).toEqual([1, 0, 2])
        expect(await limiter.take(two.limit, two.key)).toMatchObject({ allowed: true })
        await changeCounters(limiter, [])
      }),
    },
    {
      name: 'says so in our words when steps or changes cannot reach the counters',
      run: onBroken(async (limiter) => {
        const steps = [taking(9), taking(9)]
        await expectPortError(takeInOrder(limiter, steps), 'rate_limiter')
        await expectPortError(changeCounters(limiter, steps), 'rate_limiter')
      }),
    },
  ]
}

/** Counts one operation of a counter of its own, whose window outlives any test unless told. */
function taking(points: number, seconds = 3600) {
  const limit: Limit = { name: unique('limit'), points, seconds }
  return { kind: 'take', limit, key: unique('key') } as const
}

/** Looks at the counter of another step, by another number of points. */
function looking({ limit, key }: Pick<LimiterStep, 'limit' | 'key'>, points: number) {
  return { kind: 'look', limit: { ...limit, points }, key } as const
}

async function takenOf(
  limiter: RateLimiter,
  steps: readonly Pick<LimiterStep, 'limit' | 'key'>[],
): Promise<readonly number[]> {
  const taken: number[] = []
  for (const { limit, key } of steps) taken.push((await limiter.look(limit, key)).taken)
  return taken
}
