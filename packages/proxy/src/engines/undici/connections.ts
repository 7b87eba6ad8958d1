import { Client } from 'undici'
import { parseBackendUrl } from '../../backend-url.ts'
import type { ProxyEngineOptions } from '../engine.ts'
import { createConnector } from './connector.ts'
import { createInterimFilter } from './without-interim.ts'

/** A client with at most one connection to the backend, which is opened again when needed. */
export interface UpstreamConnection {
  /** The client of undici, with one connection and no pipelining. */
  readonly client: Client
  /** Says that the next bytes it receives begin an answer. */
  readonly awaitAnswer: () => void
  /** Whether it has carried a request before, so that the backend may be about to close it. */
  kept: boolean
}

/** The connections to the backend, which are opened when they are needed. */
export interface UpstreamConnections {
  /** One that carries nothing. */
  take(): UpstreamConnection
  /** Gives one back. */
  release(connection: UpstreamConnection): void
  /** Cuts every connection, also those in use. */
  close(): Promise<void>
}

/**
 * Connections that are made when there is work for them; how many are in use is for the caller to
 * bound. Undici's own pool is not used: it does not say whether a request met a kept connection.
 * @throws {TypeError} if `backendUrl` is not an origin.
 */
export function createUpstreamConnections({
  backendUrl,
  timeoutSeconds,
  maxHeaderBytes = 16_384,
}: ConnectionsOptions): UpstreamConnections {
  const { origin } = parseBackendUrl(backendUrl)
  const timeout = Math.ceil(timeoutSeconds * 1000)
  const opened: UpstreamConnection[] = []
  const idle: UpstreamConnection[] = []

  function open(): UpstreamConnection {
    const filter = createInterimFilter()
    const client = new Client(origin, {
      bodyTimeout: timeout,
      connect: createConnector(timeout, filter),
      headersTimeout: timeout,
      maxHeaderSize: maxHeaderBytes,
      pipelining: 1,
    })
    const connection = { client, kept: false, awaitAnswer: filter.awaitAnswer }
    client.on('connect', () => {
      connection.kept = false
    })
    opened.push(connection)
    return connection
  }

  return {
    // The one used last is the least likely to be closed by the backend.
    take: () => idle.pop() ?? open(),
    release(connection) {
      idle.push(connection)
    },
    async close() {
      await Promise.all(opened.map(({ client }) => client.destroy()))
    },
  }
}

type ConnectionsOptions = Pick<
  ProxyEngineOptions,
  'backendUrl' | 'maxHeaderBytes' | 'timeoutSeconds'
>
