/** Something that passes WebSockets on to the backend, in one process. */
export interface TerminalPeer {
  readonly name: string
  readonly pid: number
  readonly port: number
  /** The request target of clients. */
  readonly target: string
  /** Ends it. */
  stop(): Promise<void>
}
