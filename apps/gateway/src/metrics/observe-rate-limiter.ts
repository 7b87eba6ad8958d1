import type { Limits } from '@gatehouse/auth-core'
import type {
  Allowance,
  CounterChange,
  Limit,
  LimiterStep,
  RateLimiter,
} from '@gatehouse/auth-core/ports'
import type { Instruments } from '@gatehouse/prometheus'
import { definitions } from './definitions.ts'
import { failureOf, secondsSince } from './failure-of.ts'

/** Counts refusals by limits, and measures the counters. */
export function observeRateLimiter(
  limiter: RateLimiter,
  limits: Limits,
  { counts, durations }: Instruments,
): RateLimiter {
  const seconds = durations(definitions.limiterSeconds)
  const stopped = counts(definitions.rateLimited)
  const rules = new Set(rulesOf(limits))
  for (const rule of rules) stopped.at({ rule })
  const streaks: ReadonlySet<string> = new Set([limits.loginStreak.name, limits.otpStreak.name])

  async function measured<Result>(work: Promise<Result>): Promise<Result> {
    const began = performance.now()
    try {
      const result = await work
      seconds.at({ outcome: 'ok' }).observe(secondsSince(began))
      return result
    } catch (error) {
      seconds.at({ outcome: failureOf(error) }).observe(secondsSince(began))
      throw error
    }
  }

  function note({ name }: Limit, { allowed }: Allowance): void {
    // A used-up streak refuses no attempt: it starts pauses, which do.
    if (allowed || streaks.has(name)) return
    stopped.at({ rule: rules.has(name) ? name : 'other' }).value += 1
  }

  const { takeInOrder, change } = limiter
  return {
    ...limiter,
    async take(limit, key) {
      const allowance = await measured(limiter.take(limit, key))
      note(limit, allowance)
      return allowance
    },
    ...(takeInOrder && {
      async takeInOrder(steps: readonly LimiterStep[]) {
        const answers = await measured(takeInOrder(steps))
        for (const [place, { kind, limit }] of steps.entries()) {
          const { [place]: answer } = answers
          if (answer && kind === 'take') note(limit, answer)
        }
        return answers
      },
    }),
    ...(change && {
      change: (changes: readonly CounterChange[]) => measured(change(changes)),
    }),
    look: (limit, key) => measured(limiter.look(limit, key)),
    refund: (limit, key) => measured(limiter.refund(limit, key)),
    reset: (limit, key) => measured(limiter.reset(limit, key)),
  }
}

function rulesOf(limits: Limits): readonly string[] {
  const { loginStreak, otpStreak, ...others } = limits
  const pauses = [loginStreak, otpStreak].map(({ name }) => `${name}_pause`)
  return [...Object.values(others).map(({ name }) => name), ...pauses]
}
