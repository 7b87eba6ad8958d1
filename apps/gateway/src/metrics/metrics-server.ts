import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { memoizeBriefly } from '../lib/memoize-briefly.ts'

/** Where metrics are read: `GET /metrics`, and nothing else. */
export interface MetricsServer {
  /**
   * Begins to listen, and does not wait for it. A port that is taken ends nothing: it is tried again
   * until it is free, since the one who has it may be the gateway that this one replaces.
   */
  start(): void
  /** Stops listening and trying, and ends its connections. */
  close(): Promise<void>
}

/** What it serves, and where. */
export interface MetricsServerOptions {
  /** The address to listen on. */
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** What is served: the metrics of this process, or of all workers together. */
  readonly registry: Pick<Registry, 'metrics' | 'contentType'>
  /** Takes where it listens, and why it cannot. */
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Between two tries, in milliseconds; 5 seconds unless told. */
  readonly retryMs?: number
}

/** Far more than those who ask. */
const maxConnections = 64

/** A server of its own: what holds up the public port does not hold up this one, nor the other way. */
export function createMetricsServer(options: MetricsServerOptions): MetricsServer {
  const { host, port, log, registry, retryMs = 5000 } = options
  const read = memoizeBriefly(() => registry.metrics(), 0)
  const limits = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 }
  const server = createServer(limits, (request, response) => {
    const isHere = request.url?.split('?', 1)[0] === '/metrics'
    if (!isHere || (request.method !== 'GET' && request.method !== 'HEAD')) {
      if (isHere) response.setHeader('Allow', 'GET, HEAD')
      send(response, {
        status: isHere ? 405 : 404,
        type: plain,
        text: 'Only GET /metrics is here.\n',
      })
      return
    }
    read().then(
      (text) => send(response, { status: 200, type: registry.contentType, text }),
      (error: unknown) => {
        log.error({ err: error }, 'metrics cannot be read')
        send(response, { status: 500, type: plain, text: 'The log says why.\n' })
      },
    )
  })
  server.maxConnections = maxConnections
  let retry: NodeJS.Timeout | undefined
  const start = () => server.listen(port, host)
  server.on('listening', () => {
    log.info({ port: (server.address() as AddressInfo).port }, 'metrics listening')
  })
  server.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Once is enough to say: it may be another gateway's for as long as that one lives.
    if (retry === undefined) log.warn({ port, reason: code }, 'metrics are not served yet')
    retry = setTimeout(start, retryMs).unref()
  })
  return {
    start() {
      start()
    },
    async close() {
      clearTimeout(retry)
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const plain = 'text/plain; charset=utf-8'

interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

function send(response: ServerResponse, { status, type, text }: Answer): void {
  response
    .writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
    .end(response.req.method === 'HEAD' ? undefined : text)
}
