/** Every reason for which the proxy or the bridge answers in the backend's place. */
export type RejectionCode =
  /** The request, its body's end or its handshake can be read in more than one way, or not at all. */
  | 'malformed_request'
  | 'token_missing'
  | 'token_invalid'
  | 'token_expired'
  /** What the token belongs to has ended. */
  | 'session_ended'
  /** The rights of the token's account have changed; it is to be renewed. */
  | 'token_stale'
  /** The address of the token's account is not confirmed, and the operator lets it reach no machines. */
  | 'account_unconfirmed'
  /** A page of this origin may open no terminal. */
  | 'origin_not_allowed'
  /** The body of the request comes too slowly. */
  | 'request_timeout'
  /** The account, the organization or the network has as much under way as it may. */
  | 'rate_limited'
  /** Too many requests wait for the backend, or the service is about to stop. */
  | 'overloaded'
  /** The backend cannot be reached, or answers nonsense. */
  | 'upstream_unavailable'
  /** The backend was silent for too long. */
  | 'upstream_timeout'

/** A request that the backend does not get, or cannot answer. */
export interface Rejection {
  /** What programs tell it apart by. */
  readonly code: RejectionCode
  /** One sentence for a person, where the code says too little. Never holds a value that was sent. */
  readonly detail?: string
  /** Header fields that belong to the answer, such as `Retry-After` or `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
}
