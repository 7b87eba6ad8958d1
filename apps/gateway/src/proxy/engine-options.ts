import type { ServerResponse } from 'node:http'
import type { WriteProblem } from '../problems/problem.ts'
import type { ProxyLog } from './proxy-log.ts'

/** What every `ProxyEngine` is made from. */
export interface ProxyEngineOptions {
  /** Origin of the backend: `http://host:port` or `https://…`. */
  readonly backendUrl: string
  /** How long the backend may be silent, in seconds, before and within an answer. */
  readonly timeoutSeconds: number
  /** How many connections to the backend may be open at once; as many requests may wait for one. */
  readonly maxConnections: number
  readonly writeProblem: WriteProblem
  /** Is told when the backend's answer to a request begins; it costs every request. */
  readonly answered?: ((response: ServerResponse) => void) | undefined
  readonly log: ProxyLog
}
