import type { IncomingMessage } from 'node:http'

const traceparent =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/**
 * The trace that a request says it belongs to (W3C Trace Context, section 3.2). Anything else in
 * that header is nothing: what is logged is 32 digits and never a text of the client's.
 */
export function traceIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const text = headers.traceparent
  return typeof text === 'string' ? traceparent.exec(text)?.[1] : undefined
}
