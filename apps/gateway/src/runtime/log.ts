import cluster from 'node:cluster'
import { type Logger, pino } from 'pino'
import { createLineBatch } from '../edge/line-batch.ts'
import type { LogLevel } from '../settings/settings.ts'

/** Which of several processes it is, where there are several. */
const worker = cluster.worker && { process: cluster.worker.id }

const form = { base: { service: 'gatehouse', ...worker }, timestamp: createTimestamp() } as const

/** As `pino.stdTimeFunctions.isoTime`, but for a busy log: it writes a date once a second. */
function createTimestamp(): () => string {
  let second = Number.NaN
  let upToSeconds = ''
  return () => {
    const now = Date.now()
    const milliseconds = now % 1000
    if (now - milliseconds !== second) {
      second = now - milliseconds
      upToSeconds = new Date(second).toISOString().slice(0, -4)
    }
    return `,"time":"${upToSeconds}${String(milliseconds).padStart(3, '0')}Z"`
  }
}

/**
 * One JSON record a line on standard output. Nothing hands a secret to the log; the list is the
 * second net, for the names that secrets have on the wire.
 */
export function createLog(level: LogLevel): Logger {
  const secrets = [
    'password',
    'new_password',
    'otp_code',
    'token',
    'reset_token',
    'session_token',
    'api_key',
    'authorization',
    'cookie',
  ]
  return pino({
    level,
    ...form,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  })
}

/** The log of requests: one line when each is over. */
export interface RequestLog {
  /** @param members Of the line's JSON object, whole and in UTF-8: `"status":200,"ms":3`. */
  write(members: string): void
  /** Writes what waits, at once. */
  flush(): void
}

/** How long a line of a request may wait for others, in milliseconds. */
const flushMs = 100

/**
 * How much is written at a time, in bytes. Up to 4096 (`PIPE_BUF`) go into a pipe as a whole, so
 * that lines of several workers do not get into each other.
 */
const maxBytes = worker ? 4096 : 16_384

/**
 * The log of requests, on standard output as well. Its lines are put together where their fields are
 * known, with nothing to redact and nothing to find out about their types, and written several at a
 * time: a general logger and a write for each would cost a tenth of all that a small request costs.
 * Nothing is lost when the process ends by itself or by an error.
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
  const begin = `{"level":${infoLevel}`
  const base = JSON.stringify(form.base).slice(1, -1)
  const isLogged = (pino.levels.values[level] ?? Infinity) <= infoLevel
  return {
    write(members) {
      if (!isLogged) return
      batch.add(`${begin}${form.timestamp()},${base},${members},"msg":"request"}\n`)
    },
    flush,
  }
}

/** As pino numbers it. */
const infoLevel = 30
