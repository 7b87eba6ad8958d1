import { createMetricsServer } from '@gatehouse/prometheus'
import { createTerminalSlots } from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import { onShutdownSignal } from './on-shutdown-signal.ts'
import { createSlotRegistry } from './shared-slots.ts'
import { createWorkerMetrics } from './worker-metrics.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

/**
 * Starts the workers and keeps them running. This process serves only Prometheus, and holds the counts that
 * all workers share. Ends the process when a worker cannot start.
 *
 * @param count The number of workers.
 */
export async function runPrimary(settings: Settings, count: number, log: Logger): Promise<void> {
  const slots = createSlotRegistry(createTerminalSlots(settings.terminal))
  const metrics = createWorkerMetrics({
    ask: (worker) => pool.send(worker, { kind: 'measure' }),
  })
  const pool: WorkerPool = createWorkerPool({
    count,
    log,
    onMessage(worker, message) {
      if (message.kind === 'measured') metrics.received(worker, message.metrics)
      else if (message.kind === 'free') slots.free(worker, message.id)
      else if (message.kind === 'take') {
        const isTaken = slots.take(worker, message)
        pool.send(worker, { kind: 'taken', id: message.id, isTaken })
      }
    },
    onEnd(worker) {
      slots.freeAll(worker)
      metrics.ended(worker)
    },
  })
  const registry = { contentType, metrics: () => metrics.read(pool.serving()) }
  const metricsServer =
    settings.metrics && createMetricsServer({ ...settings.metrics, registry, log })

  let isStopping = false
  onShutdownSignal(log, async () => {
    isStopping = true
    const { delaySeconds, graceSeconds } = settings.shutdown
    const code = await pool.stop((delaySeconds + graceSeconds + lastSeconds) * 1000)
    await metricsServer?.close()
    return code
  })

  const started = await pool.start()
  if (isStopping) return
  if (started.kind === 'failed') process.exit(started.code)
  metricsServer?.start()
  const { publicBaseUrl: url } = settings.http
  log.info({ port: started.port, url, workers: count }, 'listening')
}

/** Seconds of extra time: a worker closes what is left after two seconds, and one more is for its own end. */
const lastSeconds = 3

/** Of the text format of Prometheus. */
const contentType = 'text/plain; version=0.0.4; charset=utf-8' as const
