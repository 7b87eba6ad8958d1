import { cpuUsage } from 'node:process'
import type { Limit } from '@gatehouse/auth-core/ports'
import { cpuMicroseconds } from '../processes/usage.ts'
import { quantile } from '../quantile.ts'
import type { OpenLimiter } from './limiters.ts'

/** What is counted. */
export interface Counting {
  /** What it is, for people. */
  readonly name: string
  /** How many may be counted in a window of an hour. */
  readonly points: number
  /** How many keys take turns. */
  readonly keys: number
}

/** The amount of work. */
export interface Amount {
  /** Seconds for each turn. */
  readonly seconds: number
  /** Counts under way at the same time. */
  readonly concurrency: number
}

/** What a turn found. */
export interface Found {
  /** Counts in a second. */
  readonly perSecond: number
  /** Milliseconds of one, in the median. */
  readonly median: number
  /** Milliseconds that one in a hundred exceeds. */
  readonly p99: number
  /** CPU time of this process for one, in microseconds. */
  readonly ownCpu: number
  /** CPU time of the server for one, in microseconds; 0 without one. */
  readonly serverCpu: number
}

/** Counts for so many seconds. */
export async function measureCounting(
  { limiter, server }: OpenLimiter,
  { keys, name, points }: Counting,
  { concurrency, seconds }: Amount,
): Promise<Found> {
  const limit: Limit = { name, points, seconds: 3600 }
  const times: number[] = []
  const serverCpu = () => (server === undefined ? 0 : cpuMicroseconds(server))
  const [own, ofServer] = [cpuUsage(), serverCpu()]
  const started = performance.now()
  const end = started + seconds * 1000
  let next = 0
  const client = async () => {
    while (performance.now() < end) {
      next += 1
      const before = performance.now()
      await limiter.take(limit, `key ${next % keys}`)
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, client))
  const took = (performance.now() - started) / 1000
  const { system, user } = cpuUsage(own)
  return {
    perSecond: times.length / took,
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    ownCpu: (system + user) / times.length,
    serverCpu: (serverCpu() - ofServer) / times.length,
  }
}
