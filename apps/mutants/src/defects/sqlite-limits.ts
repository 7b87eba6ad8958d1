import type { Defect } from '../defect.ts'

/** Defects of the rate limiter on SQLite. */
export const sqliteLimiterDefects: readonly Defect[] = [
  {
    file: 'packages/sql/src/sqlite/create-sqlite-rate-limiter.ts',
    find: 'return { allowed: taken <= limit.points, taken, retryAfter }',
    replace: 'return { allowed: taken < limit.points, taken, retryAfter }',
    breaks: 'as many operations are allowed as there are points',
  },
  {
    file: 'packages/sql/src/sqlite/create-sqlite-rate-limiter.ts',
    find: 'return { allowed: taken < limit.points, taken, retryAfter }',
    replace: 'return { allowed: taken <= limit.points, taken, retryAfter }',
    breaks: 'to look tells whether one more would be allowed',
  },
  {
    file: 'packages/sql/src/sqlite/create-sqlite-rate-limiter.ts',
    find: 'return Math.ceil(Math.min(msBeforeNext, maxMs) / 1000)',
    replace: 'return Math.floor(Math.min(msBeforeNext, maxMs) / 1000)',
    breaks: 'the rest of a window is rounded up',
  },
  {
    file: 'packages/sql/src/sqlite/create-sqlite-rate-limiter.ts',
    find: 'if (msBeforeNext > maxMs) await ask(() => table.shorten(counterKey(limit, key), maxMs))',
    replace: '',
    breaks: 'no window runs longer than its limit says',
  },
  {
    file: 'packages/sql/src/sqlite/create-sqlite-rate-limiter.ts',
    find: 'limiterOf(limit).get(counterKey(limit, key))',
    replace: 'limiterOf(limit).penalty(counterKey(limit, key))',
    breaks: 'to look does not count',
  },
  {
    file: 'packages/sql/src/sqlite/counter-table.ts',
    find: 'and points > 0 and expire > ?',
    replace: 'and expire > ?',
    breaks: 'a count is never below zero',
  },
  {
    file: 'packages/sql/src/rate-limits/counter-key.ts',
    find: 'return JSON.stringify([name, key])',
    replace: 'return `${name}:${key}`',
    breaks: 'names and keys are kept apart',
  },
  {
    file: 'packages/sql/src/rate-limits/counter-key.ts',
    find: `{ name }: Limit, key: string): string {
  return JSON.stringify([name, key])`,
    replace: `{ name }: Limit, key: string): string {
  return JSON.stringify([name, key.toLowerCase()])`,
    breaks: 'keys are told apart by the case of letters',
  },
  {
    file: 'packages/sql/src/rate-limits/limiter-for-window.ts',
    find: 'const known = limiters.get(seconds)',
    replace: 'const known = [...limiters.values()][0] ?? limiters.get(seconds)',
    breaks: 'a window is as long as its limit says',
  },
]
