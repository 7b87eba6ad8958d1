import cluster from 'node:cluster'
import { type Logger, pino } from 'pino'
import type { LogLevel } from './settings/settings.ts'

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

/** How long a line of a request may wait for others, in milliseconds. */
const flushMs = 100

/**
 * How much is written at a time. Up to 4096 bytes (`PIPE_BUF`) go into a pipe as a whole, so that
 * lines of several workers do not get into each other.
 */
const sizes = worker ? { minLength: 4095, maxWrite: 4096 } : { minLength: 8192 }

/**
 * The log of requests, on standard output as well. Its lines name their fields one by one, so that
 * there is nothing to redact, and are written several at a time, since a write for each would cost
 * more than all else about them. Nothing is lost when the process ends by itself or by an error.
 */
export function createRequestLog(level: LogLevel): Logger {
  const buffered = { dest: 1, sync: true, periodicFlush: flushMs, ...sizes }
  const destination = pino.destination(buffered)
  process.on('exit', () => destination.flushSync())
  return pino({ level, ...form }, destination)
}
