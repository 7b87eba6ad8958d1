import cluster from 'node:cluster'
import type { LogLevel } from '@gatehouse/settings'
import { type Logger, pino } from 'pino'

/** What every record says: the service, and which of its processes, where there are several. */
export const recordBase = {
  service: 'gatehouse',
  ...(cluster.worker && { process: cluster.worker.id }),
}

/**
 * The time of a record, as pino takes it. As `pino.stdTimeFunctions.isoTime`, but for a busy log: it
 * writes a date once a second.
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
    base: recordBase,
    timestamp: createTimestamp(),
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  })
}
