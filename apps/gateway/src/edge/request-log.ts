import cluster from 'node:cluster'
import type { IncomingMessage } from 'node:http'
import {
  createLineBatch,
  createTimestamp,
  openLogDestination,
  recordBase,
} from '@gatehouse/logging'
import type { LogSettings } from '@gatehouse/settings'
import { pino } from 'pino'
import type { ExchangeEnd, OnExchangeEnd } from './watch-exchange.ts'

/** The log of requests: one line when a request is over. */
export interface RequestLog {
  /** Adds the line of a request. */
  readonly write: OnExchangeEnd
  /** Writes the waiting lines at once. */
  flush(): void
}

/** Milliseconds that a line may wait for others. */
const flushMs = 100

/**
 * The size of one write, in bytes. Up to 4096 (`PIPE_BUF`) are written into a pipe as a whole, so that lines
 * of several workers do not mix.
 */
const maxBytes = cluster.isWorker ? 4096 : 16_384

/** The number of this level in pino. */
const infoLevel = 30

/**
 * Writes the log of requests, on standard output like all others. Its lines are built here, without redaction
 * or type checks, and written in batches: a general logger with a write for each line would take a tenth of
 * the time of a small request. No line is lost when the process ends by itself or by an error.
 */
export function createRequestLog({ level, format }: LogSettings): RequestLog {
  const destination = openLogDestination(format)
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
      if (!isLogged) return
      const line = `${begin}${timestamp()},${base},${membersOf(end)},"msg":"request"}\n`
      // It is ASCII, so that its length is its size.
      batch.add(line, line.length)
    },
    flush,
  }
}

/** The longest path in the log, in UTF-16 units. */
const longestPath = 256

/**
 * The fields of a log line, as members of a JSON object. No header and no body is logged, and only the path
 * of the address, because a query may hold a token (T-75, T-82).
 */
export function membersOf({
  request,
  facts: { from },
  status,
  complete,
  seconds,
}: ExchangeEnd): string {
  const traceId = traceIdOf(request)
  // Only the path is text from the client.
  const path = asciiJson(loggedPath(request.url ?? ''))
  return (
    `"request_id":"${from.requestId}",` +
    (traceId === undefined ? '' : `"trace_id":"${traceId}",`) +
    `"method":"${request.method}","path":${path},"status":${status},"complete":${complete},` +
    `"ms":${Math.round(seconds * 1000)},"network":"${from.network}","client":"${from.client}"`
  )
}

/** The path without its query; empty for a target that is not a path. */
function loggedPath(target: string): string {
  if (!target.startsWith('/')) return '(not a path)'
  const end = target.search(/[?#]/)
  return target.slice(0, end === -1 ? longestPath : Math.min(end, longestPath))
}

/** A text as JSON in ASCII. Nearly every path is what it is in JSON, too. */
function asciiJson(text: string): string {
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`
  return JSON.stringify(text).replace(/[^ -~]/g, escapeUnit)
}

/** RFC 8259, section 7. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const traceparent =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/**
 * The trace id that a request carries (W3C Trace Context, section 3.2): 32 hexadecimal digits. Any other text
 * in that field is ignored and never logged.
 */
function traceIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const text = headers.traceparent
  return typeof text === 'string' ? traceparent.exec(text)?.[1] : undefined
}
