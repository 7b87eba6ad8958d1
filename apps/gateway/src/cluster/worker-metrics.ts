import pTimeout from 'p-timeout'
import { AggregatorRegistry } from 'prom-client'
import type { MetricsSnapshot } from '../metrics/create-metrics.ts'

/** The metrics of all workers as those of one process. */
export interface WorkerMetrics {
  /** What a worker answered. */
  received(worker: number, metrics: MetricsSnapshot): void
  /** Keeps what the worker had counted. */
  ended(worker: number): void
  /** Asks these workers, and puts their answers together in the text format of Prometheus. */
  read(workers: readonly number[]): Promise<string>
}

/** How they are asked. */
interface WorkerMetricsOptions {
  readonly ask: (worker: number) => void
  /** How long an answer is waited for, in milliseconds; 3 seconds unless told. */
  readonly patienceMs?: number
}

/**
 * What the workers count is added up, with what those had counted at the last reading that have
 * ended since: a sum that fell would look like a restart of everything, and all that is left of it
 * like new. For the same reason a worker that is too busy to answer counts as it did before.
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
      // One that has ended is counted already.
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
