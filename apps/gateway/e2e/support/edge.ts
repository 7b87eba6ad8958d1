import { defaultSettings } from '@gatehouse/auth-core'
import type { Ending, SigningKey } from '@gatehouse/auth-core/ports'
import { type EdgeOptions, edgeMap, haproxyConfiguration, mapText } from '@gatehouse/haproxy'
import { type HaproxyClock, type RunningHaproxy, startHaproxy } from '@gatehouse/haproxy/testing'
import { afterTest } from '@gatehouse/proxy/testing'
import { freePort } from '@gatehouse/test-services'
import { attackedKey } from '../../testing/attacked-gateway.ts'

/** What an edge of a test has that others have not. */
export interface EdgeSettings {
  readonly backend: { readonly url: string }
  /** The gateway behind it; without one nobody listens there. */
  readonly gateway?: { readonly port: number } | undefined
  readonly keys?: readonly SigningKey[]
  readonly endings?: readonly Ending[]
  /** Until when it may go by its map; for an hour unless given. */
  readonly until?: Date
  readonly tokens?: Partial<EdgeOptions['tokens']>
  readonly clients?: Partial<EdgeOptions['clients']>
  readonly limits?: Partial<EdgeOptions['backend']>
  readonly metrics?: string
  readonly clock?: HaproxyClock
  /** Changes the finished configuration. */
  readonly rewrite?: (configuration: string) => string
}

const problem = (status: number, code: string) =>
  JSON.stringify({ status, code, request_id: 'REQUEST_ID' })

/** Starts a real HAProxy as an edge, until the end of the test. */
export async function startEdge(settings: EdgeSettings): Promise<RunningHaproxy> {
  const gatewayPort = settings.gateway?.port ?? (await freePort())
  const { keys = [attackedKey], endings = [], until, rewrite = (text) => text } = settings
  const map = edgeMap({ keys, endings, at: new Date() }, defaultSettings)
  const edge = await startHaproxy(
    (places) => {
      const text = haproxyConfiguration(optionsOf(settings, { ...places, gatewayPort }))
      // The gateways of these tests have no probes.
      return rewrite(settings.gateway ? text.replace(/ *default-server check.*\n/, '') : text)
    },
    mapText(map, until ?? new Date(Date.now() + 3_600_000)),
    settings.clock,
  )
  afterTest(edge.close)
  return edge
}

interface Places {
  readonly port: number
  readonly socket: string
  readonly map: string
  readonly gatewayPort: number
}

function optionsOf(
  { backend, clients, limits, metrics, tokens }: EdgeSettings,
  { gatewayPort, map, port, socket }: Places,
): EdgeOptions {
  return {
    bind: `127.0.0.1:${port}`,
    ...{ socket, map, metrics },
    gateways: [`127.0.0.1:${gatewayPort}`],
    backend: {
      ...{ url: backend.url, timeoutSeconds: 5, maxConnections: 16 },
      caps: { perUser: 100, perTenant: 100, perNetwork: 100 },
      ...limits,
    },
    tokens: { issuer: 'gatehouse', lifetimeSeconds: 86_400, onlyConfirmed: false, ...tokens },
    clients: {
      ...{ protocol: 'https', origins: ['https://app.example'], maxHeaderBytes: 16_384 },
      ...{ headersTimeoutSeconds: 5, keepAliveSeconds: 3600, maxConnections: 1000 },
      ...clients,
    },
    problems: {
      400: problem(400, 'malformed_request'),
      408: problem(408, 'request_timeout'),
      500: problem(500, 'internal_error'),
      502: problem(502, 'upstream_unavailable'),
      503: problem(503, 'overloaded'),
      504: problem(504, 'upstream_timeout'),
    },
  }
}
