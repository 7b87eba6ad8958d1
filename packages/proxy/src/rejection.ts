/** The reasons for which the proxy or the bridge answers instead of the backend. */
export type RejectionCode =
  /** The request, the end of its body or its handshake is ambiguous or invalid. */
  | 'malformed_request'
  | 'token_missing'
  | 'token_invalid'
  | 'token_expired'
  /** The session of the token has ended. */
  | 'session_ended'
  /** The rights of the token's account have changed; the client has to refresh it. */
  | 'token_stale'
  /**
   * The address of the token's account is not confirmed, and the operator's policy keeps it from machines.
   */
  | 'account_unconfirmed'
  /** Pages of this origin may not open terminals. */
  | 'origin_not_allowed'
  /** Another proxy asks about a request that is not let through, or asks so that it cannot be told. */
  | 'request_refused'
  /** The body of the request comes too slowly. */
  | 'request_timeout'
  /** The account, the organization or the network has as much under way as it may. */
  | 'rate_limited'
  /** Too many requests wait for the backend, or the service is stopping. */
  | 'overloaded'
  /** The backend cannot be reached, or answers nonsense. */
  | 'upstream_unavailable'
  /** The backend was silent for too long. */
  | 'upstream_timeout'

/** A request that is answered without the backend. */
export interface Rejection {
  /** The code, for programs. */
  readonly code: RejectionCode
  /** A sentence for people, where the code is not enough. Never holds a value that was sent. */
  readonly detail?: string
  /** Header fields that belong to the answer, such as `Retry-After` or `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
}
