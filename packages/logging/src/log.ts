import cluster from 'node:cluster'
import { type LevelWithSilent, type Logger, pino } from 'pino'
import { toText } from './log-text.ts'

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

/** JSON for programs, text for eyes; `auto` is text on a terminal and JSON elsewhere. */
export type LogFormat = 'auto' | 'json' | 'text'

/** What is logged, and how. */
export interface LogOptions {
  /** The least serious lines that are logged. */
  readonly level: LevelWithSilent
  /** What a line looks like. */
  readonly format: LogFormat
}

/** The destination of all logs. */
export interface LogDestination {
  /** Writes JSON records, each with its line break. */
  write(lines: string): void
  /** Writes at once what is waiting. */
  flushSync(): void
}

/** Standard output: as JSON for programs, as text for the eyes of whoever has it on a terminal. */
export function openLogDestination(format: LogFormat): LogDestination {
  const destination = pino.destination({ dest: 1, sync: true })
  const isTerminal = process.stdout.isTTY
  if (format === 'json' || (format === 'auto' && !isTerminal)) return destination
  const isColoured = isTerminal && !process.env.NO_COLOR
  return {
    write: (lines) => void destination.write(toText(lines, isColoured)),
    flushSync: () => destination.flushSync(),
  }
}

/**
 * Writes one record in each line on standard output. No code logs a secret; the list is a second
 * protection, for the names that secrets have on the wire.
 */
export function createLog({ level, format }: LogOptions): Logger {
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
  const options = {
    level,
    base: recordBase,
    timestamp: createTimestamp(),
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  }
  return pino(options, openLogDestination(format))
}
