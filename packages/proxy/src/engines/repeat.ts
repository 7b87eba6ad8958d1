import type { IncomingMessage } from 'node:http'
import type { Fault } from './fault-of.ts'

/** A request that was sent in vain. */
export interface FailedRequest {
  /** What was sent. */
  readonly request: Pick<IncomingMessage, 'headers' | 'method'>
  /** Whether it went out over a connection that had carried others. */
  readonly metKept: boolean
  /** Whether it had been sent before. */
  readonly isRepeat: boolean
}

/**
 * Whether a request of whose answer nothing came may be sent once more: only what is safe (RFC 9110,
 * section 9.2.1), has no body, and cannot have been answered, since the backend was about to close
 * the connection.
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
