import { type Logger, pino } from 'pino'
import type { LogLevel } from './settings/settings.ts'

const form = { base: { service: 'gatehouse' }, timestamp: createTimestamp() } as const

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
 * The log of requests, on standard output as well. Its lines name their fields one by one, so that
 * there is nothing to redact, and are written several at a time, since a write for each would cost
 * more than all else about them. Nothing is lost when the process ends by itself or by an error.
 */
export function createRequestLog(level: LogLevel): Logger {
  const buffered = { dest: 1, sync: true, minLength: 8192, periodicFlush: flushMs }
  const destination = pino.destination(buffered)
  process.on('exit', () => destination.flushSync())
  return pino({ level, ...form }, destination)
}
