import { PortError, type PortFailure, type PortName } from '@gatehouse/auth-core/ports'

/**
 * What a fault means for another try.
 *
 * - `conflict`: two transactions could not both be; the work has had no effect and can run again.
 * - `connection`: the server is away, is starting, or has become one that does not write.
 * - `other`: the same would happen again.
 */
export type FaultMeaning = 'conflict' | 'connection' | 'other'

/** What the server or its driver said, without any value of a row. */
export class PostgresFault extends Error {
  override readonly name = 'PostgresFault'
  /** The SQLSTATE, or the code of the system. */
  readonly code: string | undefined
  /** What it means for another try. */
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
  if (!Error.isError(error) || isBug(error)) return undefined
  const { code } = error as { readonly code?: unknown }
  const known = typeof code === 'string' ? code : undefined
  // A server quotes values that it cannot read (class 22).
  const message = known?.startsWith('22') && isSqlState(known) ? 'unreadable value' : error.message
  const isStandby = known === notSupported && statement?.startsWith('start transaction')
  const fault = new PostgresFault(message, known, isStandby ? 'connection' : meaningOf(known))
  return new PortError(port, failureOf(known, error.message), fault)
}

/** What an error of a statement means for another try; `other` for an error that is not ours. */
export function meaningOfFailure(error: unknown): FaultMeaning {
  const isOurs = error instanceof PortError && error.cause instanceof PostgresFault
  return isOurs && error.cause instanceof PostgresFault ? error.cause.meaning : 'other'
}

/** The driver throws a TypeError for what it cannot send. Those of Node have a code. */
function isBug(error: Error): boolean {
  return error.name === 'TypeError' && !('code' in error)
}

function meaningOf(code: string | undefined): FaultMeaning {
  // The driver's own faults have no code: "Connection terminated unexpectedly" and the like.
  if (code === undefined) return 'connection'
  if (conflicts.has(code)) return 'conflict'
  if (isSqlState(code)) return lost.has(code) || code.startsWith('08') ? 'connection' : 'other'
  return unreachable.has(code) ? 'connection' : 'other'
}

/** Serialization failure, deadlock. */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01'])

/** Of servers that end, start, are full, or write no more since another one took over. */
const lost: ReadonlySet<string> = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  '25P03',
  '25006',
])

/** What a hot standby says to the begin of a serializable transaction. */
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
