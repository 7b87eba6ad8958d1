import type { Defect } from '../defect.ts'

/** Defects of the rate limiter in memory. */
export const memoryLimiterDefects: readonly Defect[] = [
  {
    file: 'packages/auth-core/testing/memory/memory-rate-limiter.ts',
    find: 'if (window === undefined || !(clock.now() < window.endsAt)) return undefined',
    replace: 'if (window === undefined) return undefined',
    breaks: 'a window ends',
  },
  {
    file: 'packages/auth-core/testing/memory/memory-rate-limiter.ts',
    find: 'taken: Math.max(0, window.taken - 1)',
    replace: 'taken: window.taken - 1',
    breaks: 'a count is never below zero',
  },
  {
    file: 'packages/auth-core/testing/memory/memory-rate-limiter.ts',
    find: 'if (window.endsAt <= latest) return window',
    replace: 'return window',
    breaks: 'no window runs longer than its limit says',
  },
  {
    file: 'packages/auth-core/testing/memory/memory-rate-limiter.ts',
    find: 'const window = { endsAt, taken: taken + 1 }',
    replace:
      'const window = { endsAt: secondsAfter(clock.now(), limit.seconds), taken: taken + 1 }',
    breaks: 'later operations do not put the end off',
  },
]
