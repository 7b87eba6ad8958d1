import { createServer, type IncomingMessage } from 'node:http'
import type { ProxyEngineOptions } from '../../src/engines/engine.ts'
import type { Party } from '../../src/party.ts'
import { problemRenderer } from '../../src/problem-renderer.ts'
import { afterTest } from '../after-test.ts'
import type { CreateEngine } from '../engines.ts'
import { listen } from '../listen.ts'

/** Settings that differ from the default. */
export interface GatewaySettings extends Partial<ProxyEngineOptions> {
  /** Fields that the gateway adds to answers: names and values in turn. */
  readonly answerHeaders?: readonly string[]
  /** Additional fields for the backend: names and values in turn. */
  readonly headers?: readonly string[]
}

/** One of everything, unless a request names others in `X-Party: <user> <organization> <network>`. */
function partyOf({ headers }: IncomingMessage): Party {
  const [userId = '', tenantId = '', network = ''] = String(headers['x-party'] ?? 'u t n').split(
    ' ',
  )
  return { userId, tenantId, network }
}

/** So that what a test does not set is not in its way. */
const noCaps = { perUser: 1000, perTenant: 1000, perNetwork: 1000 }

const ours = ['X-Gatehouse-Role', 'user', 'X-Forwarded-For', '192.0.2.1']

/** What the tests talk to: something that forwards every request to a backend. */
export interface ForwardingGateway {
  /** Where requests go. */
  readonly port: number
  /** `http://127.0.0.1:port`. */
  readonly url: string
  /** How many requests have been handed to the engine. */
  readonly forwarded: () => number
  /** How many of those are over. */
  readonly left: () => number
  /** Closes the engine. */
  readonly engine: { close(): Promise<void> }
}

/** Starts one before a backend, until the end of the test. */
export type StartGateway = (
  backend: { readonly url: string },
  settings?: GatewaySettings,
) => Promise<ForwardingGateway>

/** Starts servers with an engine. */
export function gatewaysWith(open: CreateEngine): StartGateway {
  return (backend, settings) => startGateway(open, backend, settings)
}

/** A server that forwards every request, with its own headers and `r-1` as the id of every request. */
async function startGateway(
  open: CreateEngine,
  backend: { readonly url: string },
  { answerHeaders = [], headers = [], ...settings }: GatewaySettings = {},
) {
  const engine = open({
    backendUrl: backend.url,
    timeoutSeconds: 5,
    maxConnections: 8,
    caps: noCaps,
    renderer: problemRenderer,
    log: { info: () => undefined, warn: () => undefined },
    ...settings,
  })
  let forwarded = 0
  let left = 0
  // Same option as in the gateway's own server.
  const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
    response.once('close', () => {
      left += 1
    })
    // These tests pass on only the length from the client's header section.
    const length = request.headers['content-length']
    const framing = length === undefined ? [] : ['Content-Length', length]
    engine.forward(request, response, {
      target: request.url ?? '',
      headers: [...framing, ...headers, ...ours],
      answerHeaders,
      party: partyOf(request),
      requestId: 'r-1',
    })
    forwarded += 1
  })
  afterTest(() => engine.close())
  return { ...(await listen(server)), engine, forwarded: () => forwarded, left: () => left }
}

/** The text of a request that asks to close the connection, so that the answer has an end. */
export function requestText(
  method: string,
  target: string,
  { headers = '', body = '' } = {},
): string {
  return `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n${body}`
}
