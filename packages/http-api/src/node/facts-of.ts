import type { IncomingMessage } from 'node:http'
import {
  type RequestFacts,
  type RequestFactsOptions,
  readFacts,
} from '../requester/request-facts.ts'

/** The client of a request, its address and its arrival: read at the first call, and unchanged afterwards. */
export type FactsOf = (request: IncomingMessage) => RequestFacts

/** Reads each request once. The request id is always our own. */
export function createFactsOf(options: RequestFactsOptions): FactsOf {
  const facts = Symbol('facts')
  // A property of the request is cheaper than a table of requests.
  return (request: IncomingMessage & { [facts]?: RequestFacts }) => {
    request[facts] ??= readFacts(
      { peer: request.socket.remoteAddress ?? '', rawHeaders: request.rawHeaders },
      options,
    )
    return request[facts]
  }
}
