/** The meaning of an error of undici or Node for the proxy. */
export interface Fault {
  /** The code that the client gets. */
  readonly code: 'upstream_timeout' | 'upstream_unavailable'
  /** For the log: a code, and never the address that Node puts into its messages. */
  readonly reason: string
  /** Whether the backend closed the connection. */
  readonly isDisconnect: boolean
}

const timeouts: ReadonlySet<string> = new Set([
  'GATEWAY_SILENCE',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
])

const disconnects: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Derives the fault from the error's code alone. */
export function faultOf(error: unknown): Fault {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : 'nonsense'
  return {
    code: timeouts.has(reason) ? 'upstream_timeout' : 'upstream_unavailable',
    reason,
    isDisconnect: disconnects.has(reason),
  }
}
