/** Something that takes requests for the backend, in one process or a few. */
export interface Peer {
  readonly name: string
  readonly pid: number
  readonly port: number
  /** What it does for a request. */
  readonly work: PeerWork
  /** Empties its log, where it has one. */
  emptyLog?(): Promise<void>
  /** Ends it. */
  stop(): Promise<void>
}

/**
 * What it does for a request: `full` is to verify the token and its expiry, to set identity headers
 * from its claims and to rebuild the forwarding headers; `pass` is to pass everything on; `answer`
 * is to answer by itself.
 */
export type PeerWork = 'full' | 'pass' | 'answer'

/** What a peer is started with. */
export interface PeerOptions {
  /** The backend's port. */
  readonly backend: number
  /** What signs access tokens (HS256). */
  readonly secret: string
}

/** What one is started with that may stand before a gateway. */
export interface OtherPeerOptions extends PeerOptions {
  /** The gateway's port. */
  readonly gateway: number
  /** An access token of it. */
  readonly token: string
}
