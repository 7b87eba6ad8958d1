import { createTerminalSlots } from '@gatehouse/proxy'
import type { Logger } from 'pino'
import { createMetricsServer, type MetricsServer } from '../metrics/metrics-server.ts'
import type { Settings } from '../settings/settings.ts'
import type { FromWorker } from './ipc.ts'
import { onShutdownSignal } from './on-shutdown-signal.ts'
import { createWorkerSlots } from './shared-slots.ts'
import { createWorkerMetrics, type WorkerMetrics } from './worker-metrics.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

/**
 * Starts the workers and keeps them running. This process serves nobody but Prometheus; it holds
 * what has to be counted for all workers together. Ends the process when a worker cannot start.
 *
 * @param count How many workers.
 */
export async function runPrimary(settings: Settings, count: number, log: Logger): Promise<void> {
  const slots = createWorkerSlots(createTerminalSlots(settings.terminal))
  const ask = (worker: number) => pool.send(worker, { kind: 'measure' })
  const metrics = createWorkerMetrics({ ask })
  const pool: WorkerPool = createWorkerPool({
    count,
    log,
    onMessage(worker, message) {
      if (message.kind === 'measured') metrics.received(worker, message.metrics)
      else if (message.kind === 'free') slots.free(worker, message.id)
      else answerTake(worker, message)
    },
    onEnd(worker) {
      slots.freeAll(worker)
      metrics.ended(worker)
    },
  })

  function answerTake(worker: number, message: FromWorker): void {
    if (message.kind !== 'take') return
    const { id } = message
    pool.send(worker, { kind: 'taken', id, isTaken: slots.take(worker, message) })
  }

  const metricsServer = serve(metrics, { pool, settings, log })
  let isStopping = false
  onShutdownSignal(log, async () => {
    isStopping = true
    const code = await pool.stop()
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

interface Serving {
  readonly pool: WorkerPool
  readonly settings: Settings
  readonly log: Logger
}

function serve(
  metrics: WorkerMetrics,
  { pool, settings, log }: Serving,
): MetricsServer | undefined {
  const contentType = 'text/plain; version=0.0.4; charset=utf-8'
  const registry = { contentType, metrics: () => metrics.read(pool.serving()) } as const
  return settings.metrics && createMetricsServer({ ...settings.metrics, registry, log })
}
