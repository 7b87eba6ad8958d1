import pTimeout from 'p-timeout'
import { AggregatorRegistry } from 'prom-client'
import type { MetricsSnapshot } from '../metrics/create-metrics.ts'

/** The metrics of all workers as those of one process. */
export interface WorkerMetrics {
  /** Takes a worker's answer. */
  received(worker: number, metrics: MetricsSnapshot): void
  /** Keeps the counts of a worker that has ended. */
  ended(worker: number): void
  /** Asks these workers, and adds their answers up in the text format of Prometheus. */
  read(workers: readonly number[]): Promise<string>
}

/** How they are asked. */
interface WorkerMetricsOptions {
  readonly ask: (worker: number) => void
  /** Milliseconds to wait for an answer; 3 seconds unless given. */
  readonly patienceMs?: number
}

/**
 * Adds up the counts of the workers, including the last known counts of workers that have ended: a sum that
 * falls would look like a restart of the whole gateway. For the same reason a worker that is too busy to
 * answer keeps its last counts.
 */
export function createWorkerMetrics({
  ask,
  patienceMs = 3000,
}: WorkerMetricsOptions): WorkerMetrics {
  const latest = new Map<number, MetricsSnapshot>()
  const waiting = new Map<number, () => void>()
  const past: MetricsSnapshot[] = []

  async function askOne(worker: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(worker, resolve)
    ask(worker)
    await pTimeout(promise, { milliseconds: patienceMs, message: false })
  }

  async function mergePast(): Promise<void> {
    const { length } = past
    if (length < 2) return
    past.splice(0, length, await merge(past).getMetricsAsJSON())
  }

  return {
    received(worker, metrics) {
      const answered = waiting.get(worker)
      // A worker that has ended is counted already.
      if (answered === undefined) return
      latest.set(worker, metrics)
      waiting.delete(worker)
      answered()
    },
    ended(worker) {
      past.push((latest.get(worker) ?? []).filter(({ type }) => type !== 'gauge'))
      latest.delete(worker)
      waiting.get(worker)?.()
      waiting.delete(worker)
    },
    async read(workers) {
      await Promise.all(workers.map(askOne))
      await mergePast()
      return merge([...latest.values(), ...past]).metrics()
    },
  }
}

function merge(snapshots: readonly MetricsSnapshot[]) {
  return AggregatorRegistry.aggregate([...snapshots])
}
