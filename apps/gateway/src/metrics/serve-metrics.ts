import { createMetricsServer, type MetricsServer } from '@gatehouse/prometheus'
import type { TerminalBridge } from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import type { Listener } from '../edge/listener.ts'
import type { Metrics } from './create-metrics.ts'

/** The source of the metrics, and their address. */
interface ServeMetricsOptions {
  readonly listener: Pick<Listener, 'connections'>
  readonly terminals: Pick<TerminalBridge, 'count'>
  readonly settings: Pick<Settings, 'metrics'>
  readonly log: Logger
}

/** Serves the metrics of a gateway on the port in the settings; does nothing when they are off. */
export function serveMetrics(
  metrics: Metrics,
  { listener, terminals, settings, log }: ServeMetricsOptions,
): MetricsServer | undefined {
  metrics.watchServer({
    terminals: () => terminals.count(),
    connections: () => listener.connections(),
  })
  const { registry } = metrics
  return settings.metrics && createMetricsServer({ ...settings.metrics, registry, log })
}
