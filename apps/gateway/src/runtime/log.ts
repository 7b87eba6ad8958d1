import cluster from 'node:cluster'
import type { LogLevel } from '@gatehouse/settings'
import { type Logger, pino } from 'pino'

/** The fields of every record: the service, and the process where there are several. */
export const recordBase = {
  service: 'gatehouse',
  ...(cluster.worker && { process: cluster.worker.id }),
}

/**
 * The time of a record, for pino. Like `pino.stdTimeFunctions.isoTime`, but it formats a date only once a
 * second, for a busy log.
 */
export function createTimestamp(): () => string {
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
 * Writes one JSON record in each line on standard output. No code logs a secret; the list is a second
 * protection, for the names that secrets have on the wire.
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
    base: recordBase,
    timestamp: createTimestamp(),
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  })
}
