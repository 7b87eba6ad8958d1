import { describe, expect, it } from '@jest/globals'
import { createMemoryPorts } from '../../testing/index.ts'
import type { Limit, RateLimiter } from '../ports/rate-limiter.ts'
import { type Attempt, beginAttempt, countAgainst, unlessBroken } from './throttle.ts'

const day = 86_400
const limits = {
  subject: 'ada@example.com',
  network: '192.0.2.1',
  streak: { name: 'streak', points: 3, seconds: day },
  perSubject: { name: 'subject', points: 20, seconds: 3600 },
  perNetwork: { name: 'network', points: 50, seconds: 900 },
}

describe('counting against limits', () => {
  const few: Limit = { name: 'few', points: 1, seconds: 10 }
  const many: Limit = { name: 'many', points: 5, seconds: 60 }

  it('lets through what is within all of them', async () => {
    const { rateLimiter } = createMemoryPorts()
    expect(
      await countAgainst(rateLimiter, [
        [few, 'a'],
        [many, 'a'],
      ]),
    ).toBeNull()
    expect(
      await countAgainst(rateLimiter, [
        [few, 'b'],
        [many, 'a'],
      ]),
    ).toBeNull()
    expect(await countAgainst(rateLimiter, [])).toBeNull()
  })

  it('says when it makes sense to ask again', async () => {
    const { rateLimiter, clock } = createMemoryPorts()
    await countAgainst(rateLimiter, [[few, 'a']])
    clock.advance(2.5)
    expect(await countAgainst(rateLimiter, [[few, 'a']])).toEqual({
      kind: 'refused',
      refusal: 'rate_limited',
      retryAfter: 8,
    })
    clock.advance(7.5)
    expect(await countAgainst(rateLimiter, [[few, 'a']])).toBeNull()
  })

  it('stops at the first that is used up, and counts none behind it', async () => {
    const { rateLimiter } = createMemoryPorts()
    for (let asked = 0; asked < 9; asked += 1) {
      await countAgainst(rateLimiter, [
        [few, 'a'],
        [many, 'a'],
      ])
    }
    expect(await rateLimiter.look(many, 'a')).toMatchObject({ taken: 1 })
  })
})

describe('failures in a row', () => {
  it('are free at first, then each needs a pause twice as long, up to a quarter of an hour', async () => {
    const { rateLimiter, clock } = createMemoryPorts()
    const pauses: number[] = []
    for (let failures = 0; failures < 17; ) {
      const attempt = await beginAttempt(rateLimiter, { ...limits, perSubject: unlimited })
      if ('kind' in attempt) {
        pauses.push(attempt.retryAfter ?? 0)
        clock.advance(attempt.retryAfter ?? 0)
      } else failures += 1
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900])
  })

  it('that were refused do not count', async () => {
    const { rateLimiter, clock } = createMemoryPorts()
    for (let tried = 0; tried < 30; tried += 1) await beginAttempt(rateLimiter, limits)
    clock.advance(2)
    expect(await fail(rateLimiter)).toBe('let through')
    expect(await rateLimiter.look(limits.perNetwork, limits.network)).toMatchObject({ taken: 5 })
    expect(await rateLimiter.look(limits.perSubject, limits.subject)).toMatchObject({ taken: 5 })
  })

  it('are those of one network at one subject', async () => {
    const { rateLimiter } = createMemoryPorts()
    for (let tried = 0; tried < 9; tried += 1) await fail(rateLimiter)
    expect(await fail(rateLimiter)).toBe('rate_limited')
    expect(await fail(rateLimiter, { network: '192.0.2.2' })).toBe('let through')
    expect(await fail(rateLimiter, { subject: 'grace@example.com' })).toBe('let through')
  })

  it('are forgotten after a success', async () => {
    const { rateLimiter, clock } = createMemoryPorts()
    for (let tried = 0; tried < 5; tried += 1) await fail(rateLimiter)
    clock.advance(2)
    await succeed(rateLimiter)
    const outcomes = []
    for (let tried = 0; tried < 5; tried += 1) outcomes.push(await fail(rateLimiter))
    expect(outcomes).toEqual([
      'let through',
      'let through',
      'let through',
      'let through',
      'rate_limited',
    ])
  })

  it('T-09: at the same time are let through no more often than one after the other', async () => {
    const { rateLimiter } = createMemoryPorts()
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => fail(rateLimiter)))
    expect(outcomes.filter((outcome) => outcome === 'let through')).toHaveLength(4)
  })
})

describe('failures at one subject', () => {
  it('end for all networks together', async () => {
    const { rateLimiter } = createMemoryPorts()
    for (let tried = 0; tried < 20; tried += 1) {
      expect(await fail(rateLimiter, { network: `198.51.100.${tried}` })).toBe('let through')
    }
    expect(await beginAttempt(rateLimiter, limits)).toEqual({
      kind: 'refused',
      refusal: 'rate_limited',
      retryAfter: 3600,
    })
    expect(await fail(rateLimiter, { subject: 'grace@example.com' })).toBe('let through')
  })

  it('T-10: do not keep out who got in before from the same network, for 30 days', async () => {
    const { rateLimiter, clock } = createMemoryPorts()
    await succeed(rateLimiter)
    const attack = async () => {
      for (let tried = 0; tried < 30; tried += 1) {
        await fail(rateLimiter, { network: `198.51.100.${tried}` })
      }
    }
    clock.advance(30 * day - 1)
    await attack()
    expect(await fail(rateLimiter)).toBe('let through')
    clock.advance(1)
    await attack()
    expect(await fail(rateLimiter)).toBe('rate_limited')
  })

  it('T-10: of who got in before from there still slow down', async () => {
    const { rateLimiter } = createMemoryPorts()
    await succeed(rateLimiter)
    for (let tried = 0; tried < 4; tried += 1) await fail(rateLimiter)
    expect(await fail(rateLimiter)).toBe('rate_limited')
  })
})

describe('failures of one network', () => {
  it('end for all subjects together, known ones too', async () => {
    const { rateLimiter } = createMemoryPorts()
    await succeed(rateLimiter)
    for (let tried = 0; tried < 50; tried += 1) {
      await fail(rateLimiter, { subject: `user-${tried}@example.com` })
    }
    expect(await beginAttempt(rateLimiter, limits)).toMatchObject({ retryAfter: 900 })
    expect(await fail(rateLimiter, { network: '192.0.2.2' })).toBe('let through')
  })
})

describe('a guess that was right, or was never checked', () => {
  it.each([['succeeded'], ['withdrawn']] as const)('leaves no count behind: %s', async (end) => {
    const { rateLimiter } = createMemoryPorts()
    for (let tried = 0; tried < 100; tried += 1) await (await attemptAt(rateLimiter))[end]()
    for (const [limit, key] of counters) {
      expect(await rateLimiter.look(limit, key)).toMatchObject({ taken: 0 })
    }
  })

  it('is taken back when checking it fails, and the failure is passed on', async () => {
    const { rateLimiter } = createMemoryPorts()
    const attempt = await attemptAt(rateLimiter)
    const checking = unlessBroken(attempt, async () => {
      throw new Error('broken')
    })
    await expect(checking).rejects.toThrow('broken')
    expect(await rateLimiter.look(limits.perNetwork, limits.network)).toMatchObject({ taken: 0 })
  })

  it('keeps its result when checking it works', async () => {
    const { rateLimiter } = createMemoryPorts()
    const attempt = await attemptAt(rateLimiter)
    expect(await unlessBroken(attempt, async () => 'wrong')).toBe('wrong')
    expect(await rateLimiter.look(limits.perNetwork, limits.network)).toMatchObject({ taken: 1 })
  })
})

const unlimited: Limit = { name: 'unlimited', points: Number.MAX_SAFE_INTEGER, seconds: day }
const counters = [
  [limits.perNetwork, limits.network],
  [limits.perSubject, limits.subject],
  [limits.streak, `${limits.network} ${limits.subject}`],
] as const

interface Who {
  readonly subject?: string
  readonly network?: string
}

async function fail(rateLimiter: RateLimiter, who: Who = {}): Promise<string> {
  const attempt = await beginAttempt(rateLimiter, { ...limits, ...who })
  return 'kind' in attempt ? attempt.refusal : 'let through'
}

async function succeed(rateLimiter: RateLimiter): Promise<void> {
  await (await attemptAt(rateLimiter)).succeeded()
}

async function attemptAt(rateLimiter: RateLimiter): Promise<Attempt> {
  const attempt = await beginAttempt(rateLimiter, limits)
  if ('kind' in attempt) throw new TypeError('the attempt was refused')
  return attempt
}
