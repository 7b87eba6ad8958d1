import cluster from 'node:cluster'
import type { IncomingMessage } from 'node:http'
import type { LogLevel } from '@gatehouse/settings'
import { pino } from 'pino'
import { createTimestamp, recordBase } from '../runtime/log.ts'
import { createLineBatch } from './line-batch.ts'
import type { ExchangeEnd, OnExchangeEnd } from './watch-exchange.ts'

/** The log of requests: one line when each is over. */
export interface RequestLog {
  /** Adds the line of a request. */
  readonly write: OnExchangeEnd
  /** Writes what waits, at once. */
  flush(): void
}

/** How long a line may wait for others, in milliseconds. */
const flushMs = 100

/**
 * How much is written at a time, in bytes. Up to 4096 (`PIPE_BUF`) go into a pipe as a whole, so
 * that lines of several workers do not get into each other.
 */
const maxBytes = cluster.isWorker ? 4096 : 16_384

/** As pino numbers it. */
const infoLevel = 30

/**
 * Writes the log of requests, on standard output like all others. Its lines are put together here,
 * with nothing to redact and nothing to find out about their types, and written several at a time: a
 * general logger and a write for each would cost a tenth of all that a small request costs. Nothing
 * is lost when the process ends by itself or by an error.
 */
export function createRequestLog(level: LogLevel): RequestLog {
  const destination = pino.destination({ dest: 1, sync: true })
  const batch = createLineBatch({
    write: (lines) => destination.write(lines),
    maxBytes,
    maxMs: flushMs,
  })
  const flush = () => {
    batch.flush()
    destination.flushSync()
  }
  process.on('exit', flush)
  const timestamp = createTimestamp()
  const begin = `{"level":${infoLevel}`
  const base = JSON.stringify(recordBase).slice(1, -1)
  const isLogged = (pino.levels.values[level] ?? Infinity) <= infoLevel
  return {
    write(end) {
      if (isLogged) batch.add(`${begin}${timestamp()},${base},${membersOf(end)},"msg":"request"}\n`)
    },
    flush,
  }
}

/** Longest path that is logged, in UTF-16 units. */
const longestPath = 256

/**
 * What is logged of a request, as the members of a JSON object. Of the request it takes only what is
 * named here: no header, no body, and of the address the path alone, since a query may hold a token
 * (T-75, T-82).
 */
export function membersOf({
  request,
  facts: { from },
  status,
  complete,
  seconds,
}: ExchangeEnd): string {
  const traceId = traceIdOf(request)
  // Of what is in here only the path is the client's own text.
  const path = JSON.stringify(loggedPath(request.url ?? ''))
  return (
    `"request_id":"${from.requestId}",` +
    (traceId === undefined ? '' : `"trace_id":"${traceId}",`) +
    `"method":"${request.method}","path":${path},"status":${status},"complete":${complete},` +
    `"ms":${Math.round(seconds * 1000)},"network":"${from.network}","client":"${from.client}"`
  )
}

/** The path without its query; a target in another form than a path is not logged at all. */
function loggedPath(target: string): string {
  if (!target.startsWith('/')) return '(not a path)'
  const end = target.search(/[?#]/)
  return target.slice(0, end === -1 ? longestPath : Math.min(end, longestPath))
}

const traceparent =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/**
 * The trace that a request says it belongs to (W3C Trace Context, section 3.2). Anything else in
 * that header is nothing: what is logged is 32 digits and never a text of the client's.
 */
function traceIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const text = headers.traceparent
  return typeof text === 'string' ? traceparent.exec(text)?.[1] : undefined
}
