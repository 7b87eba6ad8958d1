/** Something that takes requests for the backend, in one process or a few. */
export interface Peer {
  readonly name: string
  readonly pid: number
  readonly port: number
  readonly work: Work
  /** Throws away what it has logged, where it logs. */
  emptyLog?(): Promise<void>
  stop(): Promise<void>
}

/**
 * What it does for a request: `full` is to verify the token and its expiry, to set identity headers
 * from its claims and to rebuild the forwarding headers; `pass` is to pass everything on; `answer`
 * is to answer by itself.
 */
export type Work = 'full' | 'pass' | 'answer'

/** What a peer has to know. */
export interface Site {
  /** The backend's port. */
  readonly backend: number
  /** What signs access tokens (HS256). */
  readonly secret: string
}
