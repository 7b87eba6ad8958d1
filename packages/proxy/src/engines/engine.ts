import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProxyHost } from '../proxy-host.ts'

/** What every `ProxyEngine` is made from. */
export interface ProxyEngineOptions extends ProxyHost {
  /** Origin of the backend: `http://host:port` or `https://…`. */
  readonly backendUrl: string
  /** How long the backend may be silent, in seconds, before and within an answer. */
  readonly timeoutSeconds: number
  /** How many connections to the backend may be open at once; as many requests may wait for one. */
  readonly maxConnections: number
  /** Is told when the backend's answer to a request begins; it costs every request. */
  readonly answered?: ((response: ServerResponse) => void) | undefined
}

/** What a request becomes upstream. */
export interface ForwardContext {
  /** The request target that was checked; sent unchanged. */
  readonly target: string
  /**
   * The whole header section but `Host`, `Connection` and `Transfer-Encoding`, names and values by
   * turns, as `upstreamHeaders` builds it. Of the request's own header section nothing else is sent.
   */
  readonly headers: readonly string[]
  /** What the service itself adds to the answer, names and values in turn; no name twice. */
  readonly answerHeaders: readonly string[]
  /** For the log, and for an answer of the engine's own. */
  readonly requestId: string
}

/**
 * Carries one plain request to the backend and its answer back. It decides nothing about who may
 * ask: it is called once a request is checked, with the headers that follow from that.
 *
 * Contract: `proxyEngineContract` in `testing`.
 */
export interface ProxyEngine {
  /**
   * Forwards a request and answers it, whatever happens; it neither throws nor leaves the client
   * without an end.
   *
   * - Bodies stream both ways, unchanged; a slow reader slows the writer down. `Expect` is answered
   *   here and never sent.
   * - The backend's status and headers come back as they are but for those that end at this hop,
   *   and with them what the service adds; where both say `Vary`, both values are sent.
   * - Answers that are not final (1xx) are for the engine alone.
   * - The body's end must be beyond doubt: else 400 `malformed_request`, and nothing is sent.
   * - A backend that cannot be reached, or answers nonsense, makes 502 `upstream_unavailable`; one
   *   that is silent for the time set makes 504 `upstream_timeout`. Neither names it.
   * - Once an answer has begun it cannot be turned into an error: it is cut off instead, so that
   *   the client can tell.
   * - When every connection is in use and as many requests wait, further ones get 503 `overloaded`.
   * - A client that goes away takes its upstream request with it.
   * - Connections are kept and used again. A GET, HEAD or OPTIONS without a body that meets a kept
   *   connection which the backend closes at that moment is sent once more; nothing else is.
   */
  forward(request: IncomingMessage, response: ServerResponse, context: ForwardContext): void

  /** Ends every connection to the backend, also those in use. Call it when the server has drained. */
  close(): Promise<void>
}
