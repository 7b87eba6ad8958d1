import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Party, PartyCaps } from '../party.ts'
import type { ProxyHost } from '../proxy-host.ts'

/** The options of every `ProxyEngine`. */
export interface ProxyEngineOptions extends ProxyHost {
  /** Origin of the backend: `http://host:port` or `https://…`. */
  readonly backendUrl: string
  /**
   * How long the backend may be silent, in seconds, before and within an answer; and how long a
   * client may be slower than it has to be.
   */
  readonly timeoutSeconds: number
  /** The largest number of connections to the backend; as many requests may wait for one. */
  readonly maxConnections: number
  /** How many of them one may have, and as many wait for; `capsOf` has what is left out. */
  readonly caps?: Partial<PartyCaps> | undefined
  /** How fast clients have to send bodies and to take answers; 500 bytes a second unless it is set. */
  readonly minBytesPerSecond?: number | undefined
  /** Largest header section of an answer, in bytes; 16,384 unless it is said. */
  readonly maxHeaderBytes?: number | undefined
  /** Is told when the backend's answer to a request begins; it costs every request. */
  readonly answered?: ((response: ServerResponse) => void) | undefined
}

/**
 * What one may have of all connections unless it is set: an account a quarter, an organization and a
 * network half, at least one.
 */
export function capsOf({ maxConnections, caps = {} }: CapOptions): PartyCaps {
  const half = Math.ceil(maxConnections / 2)
  const { perUser = Math.ceil(maxConnections / 4), perTenant = half, perNetwork = half } = caps
  return { perUser, perTenant, perNetwork }
}

type CapOptions = Pick<ProxyEngineOptions, 'caps' | 'maxConnections'>

/** What a request becomes upstream. */
export interface ForwardContext {
  /** The request target that was checked; sent unchanged. */
  readonly target: string
  /**
   * The whole header section except `Host`, `Connection` and `Transfer-Encoding`, names and values in turn,
   * as `upstreamHeaders` builds it. No other field of the client's request is sent.
   */
  readonly headers: readonly string[]
  /** Fields that the service adds to the answer: names and values in turn, each name once. */
  readonly answerHeaders: readonly string[]
  /** Whose it is: what caps count by. */
  readonly party: Party
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
   * - Answers that are not final (1xx) are for the engine alone, asked for or not (RFC 9110,
   *   section 15.2).
   * - The header section of an answer goes on as it comes, whenever its body does. Where it names an
   *   address of the backend (`Location`, `Content-Location`, `Refresh`), the path alone goes on.
   * - The body's end must be beyond doubt: else 400 `malformed_request`, and nothing is sent.
   * - A backend that cannot be reached, or answers nonsense, makes 502 `upstream_unavailable`; one
   *   that is silent for the time set makes 504 `upstream_timeout`. Neither names it.
   * - Once an answer has begun it cannot be turned into an error: it is cut off instead, so that
   *   the client can tell.
   * - No account, organization or network has more than its share of the connections; what it asks
   *   beyond that waits, and beyond as much again it gets 429 `rate_limited`. Of those that wait, the next
   *   is whose organization has least. When as many wait as there are connections, further ones get
   *   503 `overloaded`.
   * - A request has no connection before there is something to send: all of its body or 64 KiB of it,
   *   the first bytes of one whose length is not known.
   * - A client that sends or reads more slowly than it has to, for as long as the backend may be
   *   silent, gets 408 `request_timeout`, or is cut off when its answer has begun.
   * - A client that goes away takes its upstream request with it.
   * - Connections are kept and used again. A GET, HEAD or OPTIONS without a body that meets a kept
   *   connection which the backend closes at that moment is sent once more; nothing else is.
   */
  forward(request: IncomingMessage, response: ServerResponse, context: ForwardContext): void

  /** Ends every connection to the backend, including those in use. Call it after the server has drained. */
  close(): Promise<void>
}
