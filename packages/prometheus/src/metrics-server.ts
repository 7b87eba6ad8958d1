import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'

/** The server for `GET /metrics`, and nothing else. */
export interface MetricsServer {
  /**
   * Starts listening without waiting for it. If the port is taken, it is tried again until it is free,
   * because the gateway that this one replaces may still have it.
   */
  start(): void
  /** Stops listening and trying, and closes its connections. */
  close(): Promise<void>
}

/** What the server serves, and its address. */
export interface MetricsServerOptions {
  /** The address to listen on. */
  readonly host: string
  /** The TCP port; 0 picks a free one. */
  readonly port: number
  /** The metrics to serve: of this process, or of all workers together. */
  readonly registry: Pick<Registry, 'metrics' | 'contentType'>
  /** Logs where it listens, and why it cannot. */
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Milliseconds between two attempts; 5 seconds unless given. */
  readonly retryMs?: number
}

/** The largest number of connections: far more than any monitoring needs. */
const maxConnections = 64

/** Creates a separate server, so that load on the public port does not delay it, nor the reverse. */
export function createMetricsServer(options: MetricsServerOptions): MetricsServer {
  const { host, port, log, registry, retryMs = 5000 } = options
  let reading: Promise<string> | undefined
  // Scrapes at the same time share one.
  const read = () => {
    reading ??= registry.metrics().finally(() => {
      reading = undefined
    })
    return reading
  }
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
    // Logged once, because another gateway may have the port for as long as it lives.
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
