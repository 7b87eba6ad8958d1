import type { Server } from 'node:http'
import type { TerminalBridge } from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import type { Metrics } from './create-metrics.ts'
import { createMetricsServer, type MetricsServer } from './metrics-server.ts'

/** Whose metrics they are, and where they are to be read. */
interface ServeMetricsOptions {
  readonly server: Pick<Server, 'getConnections'>
  readonly terminals: Pick<TerminalBridge, 'count'>
  readonly settings: Pick<Settings, 'metrics'>
  readonly log: Logger
}

/** Has the metrics of a gateway read on the port in the settings; none when it is off. */
export function serveMetrics(
  metrics: Metrics,
  { server, terminals, settings, log }: ServeMetricsOptions,
): MetricsServer | undefined {
  metrics.watchServer({
    terminals: () => terminals.count(),
    connections: () => connectionsOf(server),
  })
  const { registry } = metrics
  return settings.metrics && createMetricsServer({ ...settings.metrics, registry, log })
}

function connectionsOf(server: Pick<Server, 'getConnections'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
