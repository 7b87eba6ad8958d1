import { type Logger, pino } from 'pino'
import type { LogLevel } from './settings/settings.ts'

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
    base: { service: 'gatehouse' },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  })
}
