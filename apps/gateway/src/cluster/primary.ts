import type { Logger } from 'pino'
import { createMetricsServer, type MetricsServer } from '../metrics/metrics-server.ts'
import { createTerminalSlots } from '../proxy/terminal/terminal-slots.ts'
import type { Settings } from '../settings/settings.ts'
import type { FromWorker } from './ipc.ts'
import { obeySignals } from './on-shutdown-signal.ts'
import { createTerminalPlaces } from './shared-slots.ts'
import { type CrewMetrics, createCrewMetrics } from './worker-metrics.ts'
import { type Crew, createCrew } from './worker-pool.ts'

/**
 * Starts the workers and keeps them running. This process serves nobody but Prometheus; it holds
 * what has to be counted for all workers together. Ends the process when a worker cannot start.
 *
 * @param count How many workers.
 */
export async function runPrimary(settings: Settings, count: number, log: Logger): Promise<void> {
  const places = createTerminalPlaces(createTerminalSlots(settings.terminal))
  const ask = (worker: number) => crew.send(worker, { kind: 'measure' })
  const metrics = createCrewMetrics({ ask })
  const crew: Crew = createCrew({
    count,
    log,
    onMessage(worker, message) {
      if (message.kind === 'measured') metrics.received(worker, message.metrics)
      else if (message.kind === 'free') places.free(worker, message.id)
      else answerTake(worker, message)
    },
    onEnd(worker) {
      places.freeAll(worker)
      metrics.ended(worker)
    },
  })

  function answerTake(worker: number, message: FromWorker): void {
    if (message.kind !== 'take') return
    const { id } = message
    crew.send(worker, { kind: 'taken', id, isTaken: places.take(worker, message) })
  }

  const metricsServer = serve(metrics, { crew, settings, log })
  let isStopping = false
  obeySignals(log, async () => {
    isStopping = true
    const code = await crew.stop()
    await metricsServer?.close()
    return code
  })

  const started = await crew.start()
  if (isStopping) return
  if (started.kind === 'failed') process.exit(started.code)
  metricsServer?.start()
  const { publicBaseUrl: url } = settings.http
  log.info({ port: started.port, url, workers: count }, 'listening')
}

interface Serving {
  readonly crew: Crew
  readonly settings: Settings
  readonly log: Logger
}

function serve(metrics: CrewMetrics, { crew, settings, log }: Serving): MetricsServer | undefined {
  const contentType = 'text/plain; version=0.0.4; charset=utf-8'
  const registry = { contentType, metrics: () => metrics.read(crew.serving()) } as const
  return settings.metrics && createMetricsServer({ ...settings.metrics, registry, log })
}
