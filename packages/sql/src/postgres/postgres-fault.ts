import { PortError, type PortFailure, type PortName } from '@gatehouse/auth-core/ports'

/**
 * Whether a retry can help after a fault.
 *
 * - `conflict`: two transactions conflicted; the work had no effect and can run again.
 * - `connection`: the server is unreachable, is starting, or no longer accepts writes.
 * - `other`: a retry would fail in the same way.
 */
export type FaultMeaning = 'conflict' | 'connection' | 'other'

/** An error of the server or its driver, without any value of a row. */
export class PostgresFault extends Error {
  override readonly name = 'PostgresFault'
  /** The SQLSTATE, or the system's error code. */
  readonly code: string | undefined
  /** Whether a retry can help. */
  readonly meaning: FaultMeaning

  constructor(message: string, code: string | undefined, meaning: FaultMeaning) {
    super(code === undefined ? message : `${code}: ${message}`)
    this.code = code
    this.meaning = meaning
  }
}

/**
 * An error of the driver as a port reports it, or `undefined` for a bug of ours.
 *
 * @param statement What failed, as far as that is known.
 */
export function postgresFailure(
  error: unknown,
  port: PortName,
  statement?: string,
): PortError | undefined {
  if (!(error instanceof Error) || isBug(error)) return undefined
  const { code } = error as { readonly code?: unknown }
  const known = typeof code === 'string' ? code : undefined
  // A server quotes values that it cannot read (class 22).
  const message = known?.startsWith('22') && isSqlState(known) ? 'unreadable value' : error.message
  const isStandby = known === notSupported && statement?.startsWith('start transaction')
  const fault = new PostgresFault(message, known, isStandby ? 'connection' : meaningOf(known))
  return new PortError(port, failureOf(known, error.message), fault)
}

/** Whether a retry can help after a statement's error; `other` for unknown errors. */
export function meaningOfFailure(error: unknown): FaultMeaning {
  const isOurs = error instanceof PortError && error.cause instanceof PostgresFault
  return isOurs && error.cause instanceof PostgresFault ? error.cause.meaning : 'other'
}

/**
 * Whether an error is our bug: the driver throws a TypeError for values that it cannot send. TypeErrors of
 * Node have a code.
 */
function isBug(error: Error): boolean {
  return error.name === 'TypeError' && !('code' in error)
}

function meaningOf(code: string | undefined): FaultMeaning {
  // The driver's own errors have no code: "Connection terminated unexpectedly" and similar.
  if (code === undefined) return 'connection'
  if (conflicts.has(code)) return 'conflict'
  if (isSqlState(code)) return lost.has(code) || code.startsWith('08') ? 'connection' : 'other'
  return unreachable.has(code) ? 'connection' : 'other'
}

/** Serialization failure, deadlock. */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01'])

/** Codes of servers that stop, start, are full, or are read-only since another one took over. */
const lost: ReadonlySet<string> = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  '25P03',
  '25006',
])

/** The code of a hot standby for a serializable transaction. */
const notSupported = '0A000'

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

function failureOf(code: string | undefined, message: string): PortFailure {
  if (code === '57014' || code === '55P03' || message === 'Query read timeout') return 'timeout'
  if (code === 'XX001' || code === 'XX002') return 'corrupt'
  return code?.startsWith('23') && isSqlState(code) ? 'rejected' : 'unavailable'
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')
}
