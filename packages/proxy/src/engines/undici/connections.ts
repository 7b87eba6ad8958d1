import { Client } from 'undici'
import { parseBackendUrl } from '../../backend-url.ts'
import type { ProxyEngineOptions } from '../engine.ts'
import { createConnector } from './connector.ts'

/** One connection to the backend at a time; it is opened again when it is needed again. */
export interface UpstreamConnection {
  /** Undici's, with one connection and no pipelining. */
  readonly client: Client
  /** Whether it has carried a request before, so that the backend may be about to close it. */
  kept: boolean
}

/** Shares a bounded number of connections among requests, which wait in the order they came. */
export interface UpstreamConnections<Work> {
  /** Starts the work at once, or when its turn comes. @returns `false` when too many wait. */
  take(work: Work): boolean
  /** Gives up waiting; does nothing for what has started. */
  leave(work: Work): void
  /** Hands the connection to the work that waits longest. */
  release(connection: UpstreamConnection): void
  /** Cuts every connection, also those in use. @returns what was still waiting. */
  close(): Promise<readonly Work[]>
}

/**
 * Connections that are made when there is work for them. Undici's own pool is not used: it does not
 * say whether a request met a kept connection, and cannot take back one that waits.
 * @throws {TypeError} if `backendUrl` is not an origin.
 */
export function createUpstreamConnections<Work>(
  { backendUrl, timeoutSeconds, maxConnections }: ConnectionsOptions,
  start: (work: Work, connection: UpstreamConnection) => void,
): UpstreamConnections<Work> {
  const { origin } = parseBackendUrl(backendUrl)
  const timeout = Math.ceil(timeoutSeconds * 1000)
  const opened: UpstreamConnection[] = []
  const idle: UpstreamConnection[] = []
  const waiting = new Set<Work>()

  function open(): UpstreamConnection | undefined {
    if (opened.length >= maxConnections) return undefined
    const client = new Client(origin, {
      bodyTimeout: timeout,
      connect: createConnector(timeout),
      headersTimeout: timeout,
      pipelining: 1,
    })
    const connection = { client, kept: false }
    client.on('connect', () => {
      connection.kept = false
    })
    opened.push(connection)
    return connection
  }

  return {
    take(work) {
      // The one used last is the least likely to be closed by the backend.
      const connection = idle.pop() ?? open()
      if (connection !== undefined) start(work, connection)
      else if (waiting.size < maxConnections) waiting.add(work)
      else return false
      return true
    },
    leave(work) {
      waiting.delete(work)
    },
    release(connection) {
      const [next] = waiting
      if (next === undefined) {
        idle.push(connection)
      } else {
        waiting.delete(next)
        start(next, connection)
      }
    },
    async close() {
      const left = Array.from(waiting)
      waiting.clear()
      await Promise.all(opened.map(({ client }) => client.destroy()))
      return left
    },
  }
}

type ConnectionsOptions = Pick<
  ProxyEngineOptions,
  'backendUrl' | 'maxConnections' | 'timeoutSeconds'
>
