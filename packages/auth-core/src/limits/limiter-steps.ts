import type { Allowance, CounterChange, LimiterStep, RateLimiter } from '../ports/rate-limiter.ts'

/** Takes steps in their order, as {@link RateLimiter.takeInOrder} does, with any limiter. */
export async function takeInOrder(
  limiter: RateLimiter,
  steps: readonly LimiterStep[],
): Promise<readonly (Allowance | null)[]> {
  if (steps.length > 1 && limiter.takeInOrder) return limiter.takeInOrder(steps)
  const answers: (Allowance | null)[] = []
  for (const { kind, limit, key, unless } of steps) {
    const isLeftOut = unless && (await limiter.look(unless.limit, unless.key)).taken > 0
    const answer = isLeftOut ? null : await limiter[kind](limit, key)
    answers.push(answer)
    if (answer?.allowed === false) break
  }
  return answers
}

/** Makes changes in their order, as {@link RateLimiter.change} does, with any limiter. */
export async function changeCounters(
  limiter: RateLimiter,
  changes: readonly CounterChange[],
): Promise<void> {
  if (changes.length > 1 && limiter.change) return limiter.change(changes)
  for (const { kind, limit, key } of changes) await limiter[kind](limit, key)
}
