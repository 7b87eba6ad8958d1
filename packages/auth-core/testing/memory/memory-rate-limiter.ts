import { secondsAfter } from '../../src/lib/time.ts'
import type { Allowance, Clock, Limit, RateLimiter } from '../../src/ports/index.ts'

interface Window {
  readonly endsAt: Date
  readonly taken: number
}

/** A {@link RateLimiter} that counts in memory, by the given clock. */
export function createMemoryRateLimiter(clock: Clock): RateLimiter {
  const windows = new Map<string, Window>()

  const running = (limit: Limit, key: string): Window | undefined => {
    const window = windows.get(counter(limit, key))
    if (window === undefined || !(clock.now() < window.endsAt)) return undefined
    const latest = secondsAfter(clock.now(), limit.seconds)
    if (window.endsAt <= latest) return window
    const shortened = { ...window, endsAt: latest }
    windows.set(counter(limit, key), shortened)
    return shortened
  }
  const secondsLeft = ({ endsAt }: Window) =>
    Math.ceil((endsAt.getTime() - clock.now().getTime()) / 1000)

  return {
    async take(limit, key): Promise<Allowance> {
      const { endsAt, taken } = running(limit, key) ?? {
        endsAt: secondsAfter(clock.now(), limit.seconds),
        taken: 0,
      }
      const window = { endsAt, taken: taken + 1 }
      windows.set(counter(limit, key), window)
      return {
        allowed: window.taken <= limit.points,
        taken: window.taken,
        retryAfter: secondsLeft(window),
      }
    },

    async look(limit, key): Promise<Allowance> {
      const window = running(limit, key)
      if (window === undefined) return { allowed: limit.points > 0, taken: 0, retryAfter: 0 }
      const { taken } = window
      return { allowed: taken < limit.points, taken, retryAfter: secondsLeft(window) }
    },

    async refund(limit, key) {
      const window = running(limit, key)
      if (window === undefined) return
      windows.set(counter(limit, key), { ...window, taken: Math.max(0, window.taken - 1) })
    },

    async reset(limit, key) {
      windows.delete(counter(limit, key))
    },
  }
}

/** One text for name and key, unambiguous for every pair. */
function counter({ name }: Limit, key: string): string {
  return JSON.stringify([name, key])
}
