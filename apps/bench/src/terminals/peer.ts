/** Something that passes WebSockets on to the backend, in one process. */
export interface Peer {
  readonly name: string
  readonly pid: number
  readonly port: number
  /** What clients ask for. */
  readonly target: string
  stop(): Promise<void>
}
