import { createServer, type IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { problemRenderer } from '../src/problem-renderer.ts'
import type { TerminalTarget } from '../src/terminal/authorize-upgrade.ts'
import {
  createTerminalBridge,
  type TerminalBridgeOptions,
} from '../src/terminal/terminal-bridge.ts'
import { defaultTerminalLimits, type TerminalLimits } from '../src/terminal/terminal-limits.ts'
import { afterTest } from './after-test.ts'
import { authenticate, sessionId, sessionStatus } from './authenticate.ts'
import { listen } from './listen.ts'
import {
  startTerminalBackend,
  type TerminalBackend,
  type TerminalBackendSettings,
} from './terminal-backend.ts'
import { openTerminal } from './terminal-client.ts'

/** Settings that differ from the default. */
export interface TerminalGatewaySettings
  extends Partial<Omit<TerminalBridgeOptions, 'limits' | 'backendUrl'>> {
  /** Limits to change; the others stay. */
  readonly limits?: Partial<TerminalLimits>
  /** The network that a request counts for. */
  readonly network?: (request: IncomingMessage) => string
}

/** A server with terminals only. It accepts the tokens of {@link authenticate}. */
export async function startTerminalGateway(
  backend: { readonly url: string },
  { limits, network = () => 'n-1', ...overrides }: TerminalGatewaySettings = {},
) {
  const log: unknown[] = []
  const note = (fields: object, message: string) => log.push({ ...fields, message })
  const bridge = createTerminalBridge({
    backendUrl: backend.url,
    limits: { ...defaultTerminalLimits, ...limits },
    authenticate,
    checkSessions: async () => new Map([[sessionId, sessionStatus]]),
    revokedKeys: () => [],
    allowedOrigins: (origin) => origin === 'https://id.example',
    requireOriginForUi: true,
    clock: { now: () => new Date() },
    log: { info: note, warn: note },
    renderer: problemRenderer,
    ...overrides,
  })
  const server = createServer((_request, response) => response.end('plain'))
  server.on('upgrade', (request, socket, head) => {
    const target = targetOf(request.url ?? '')
    const client = { address: '192.0.2.1', protocol: 'https', host: 'id.example' } as const
    const context = { target, client, network: network(request), requestId: 'r-1' }
    bridge.handleUpgrade({ request, socket, head }, context)
  })
  afterTest(() => bridge.close(0))
  return { ...(await listen(server)), bridge, log }
}

/** A terminal with both its ends. */
export interface TerminalPair {
  /** The backend that the terminal leads to. */
  readonly backend: TerminalBackend
  /** The bridge between both ends. */
  readonly gateway: Awaited<ReturnType<typeof startTerminalGateway>>
  /** The client's end, open. */
  readonly client: WebSocket
  /** The backend's end. */
  readonly upstream: WebSocket
}

/** Starts a backend and a gateway, and opens one terminal. */
export async function openTerminalPair(
  backendSettings: TerminalBackendSettings = {},
  gatewaySettings: TerminalGatewaySettings = {},
): Promise<TerminalPair> {
  const backend = await startTerminalBackend(backendSettings)
  const gateway = await startTerminalGateway(backend, gatewaySettings)
  const client = await openTerminal(gateway)
  const [upstream] = backend.sockets
  if (upstream === undefined) throw new Error('the backend saw no socket')
  return { backend, gateway, client, upstream }
}

/** As far as these tests need it: a service checks more strictly what it takes for a terminal. */
function targetOf(url: string): TerminalTarget {
  const [path = '', query = ''] = url.split('?')
  const [, agentId = ''] = /^\/api\/terminal\/([^/]+)\/ws$/.exec(path) ?? []
  const parameters = query.split('&').filter(Boolean)
  const isToken = (parameter: string) => parameter.startsWith('token=')
  const token = parameters.find(isToken)?.slice('token='.length)
  const rest = parameters.filter((parameter) => !isToken(parameter)).join('&')
  return { path, agentId, query: rest, ...(token !== undefined && { token }) }
}
