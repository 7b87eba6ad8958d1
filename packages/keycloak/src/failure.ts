import { PortError, type PortFailure } from '@gatehouse/auth-core/ports'
import { NetworkError } from '@keycloak/keycloak-admin-client'
import { BrokenCircuitError, BulkheadRejectedError } from 'cockatiel'

/** Error codes of connections that failed before a request was sent. */
const notConnected: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Error codes of connections that were cut under a request. */
const cut: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** The request was not sent: it waited in the queue longer than its caller waits. */
export class StaleRequestError extends Error {
  override readonly name = 'StaleRequestError'
  override readonly message = 'too many had their turn before'
}

/** A fault of Keycloak, with a reason for the log that holds no secret. */
export function fault(failure: PortFailure, reason: string, cause?: unknown): PortError {
  return new PortError('credential_store', failure, new Error(reason, { cause }))
}

/** The fault for an answer with an unexpected status. */
export function statusFault(status: number, what: string): PortError {
  const reason = new Error(`Keycloak answered ${status} to ${what}`)
  return new PortError('credential_store', statusFailure(status), Object.assign(reason, { status }))
}

/** The {@link PortError} for a failed request. It holds no secret and nothing from the answer. */
export function toPortError(error: unknown): PortError {
  if (error instanceof PortError) return error
  if (isNotAsked(error)) return fault('unavailable', 'Keycloak is not asked now', error)
  // The error's own message may quote what was sent.
  if (error instanceof NetworkError) return statusFault(error.response.status, 'a request')
  if (nameOf(error) === 'TimeoutError') return fault('timeout', 'Keycloak did not answer', error)
  if (error instanceof TypeError) {
    const failure = causes(error).some(isConnectionFault) ? 'unavailable' : 'timeout'
    return fault(failure, 'the connection to Keycloak failed', error)
  }
  // A syntax error quotes the text that it could not parse, which may hold a client's secret.
  const cause = error instanceof SyntaxError ? undefined : error
  return fault('corrupt', 'Keycloak answered nonsense', cause)
}

/** Runs some work, and turns its errors into port errors with {@link toPortError}. */
export async function withPortErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toPortError(error)
  }
}

/** Whether a request that failed with this error may have taken effect. */
export function mayHaveActed(error: PortError): boolean {
  if (error.failure === 'rejected') return false
  return !causes(error).some((cause) => isNotAsked(cause) || isConnectionFault(cause))
}

/** Whether the connection of a request that had been sent was cut. */
export function isCut(error: unknown): boolean {
  return causes(error).some((cause) => 'code' in cause && cut.has(cause.code))
}

/** The status of the answer that was treated as a failure, if there was an answer. */
export function statusOf(error: unknown): unknown {
  return causes(error).find((cause) => 'status' in cause)?.status
}

function statusFailure(status: number): PortFailure {
  if (status >= 500 || status === 429 || status === 408) return 'unavailable'
  return status >= 400 ? 'rejected' : 'corrupt'
}

function isNotAsked(error: unknown): boolean {
  return (
    error instanceof BrokenCircuitError ||
    error instanceof BulkheadRejectedError ||
    error instanceof StaleRequestError
  )
}

function isConnectionFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && notConnected.has(error.code)
}

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined
}

/** An error with all its causes, including the errors inside an aggregate error. */
function causes(error: unknown): readonly (Error & { readonly status?: unknown })[] {
  if (!(error instanceof Error)) return []
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  return [error, ...parts.flatMap(causes), ...causes(error.cause)]
}
