import type { IncomingMessage } from 'node:http'
import type { Fault } from './fault-of.ts'

/** A request that was sent in vain. */
export interface FailedRequest {
  /** What was sent. */
  readonly request: Pick<IncomingMessage, 'headers' | 'method'>
  /** Whether it was sent over a connection that had carried earlier requests. */
  readonly metKept: boolean
  /** Whether it was already a repetition. */
  readonly isRepeat: boolean
}

/**
 * Whether a request that got no byte of an answer may be sent again. It must be safe (RFC 9110, section
 * 9.2.1) and have no body. The backend must have closed a kept connection, so that it cannot have answered
 * the request.
 */
export function mayRepeat(
  { isDisconnect }: Pick<Fault, 'isDisconnect'>,
  { request, metKept, isRepeat }: FailedRequest,
): boolean {
  const isSafe = safeMethods.has(request.method ?? '')
  return isDisconnect && metKept && !isRepeat && isSafe && !hasBody(request)
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request announces a body (RFC 9112, section 6). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}
