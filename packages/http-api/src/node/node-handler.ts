import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answering } from '../exchange.ts'
import { problemAnswer } from '../problems/problem.ts'
import { pathBelow } from '../routes/path-below.ts'
import type { FactsOf } from './facts-of.ts'
import { readBodyOf } from './read-body.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * Answers a request of Node's own server. What is not the API's goes to `next`; without a `next` it is a problem
 * with the status 404.
 */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>

/** How Node's requests reach the routes. */
export interface NodeHandlerOptions {
  /** Who sent a request. */
  readonly factsOf: FactsOf
  /** What comes before the paths of the API in `url`; empty where a router has taken it off. */
  readonly prefix: string
  /** The address before `/docs/errors#…` in problems. */
  readonly problemBase: string
}

/** The routes for `node:http`, and for all that is built on it. */
export function createNodeHandler(
  routes: Answering,
  { factsOf, prefix, problemBase }: NodeHandlerOptions,
): NodeHandler {
  return async (request, response, next) => {
    const target = pathBelow(prefix, request.url ?? '')
    const { from } = factsOf(request)
    const { method = '', headers, rawHeaders } = request
    const answer =
      target &&
      (await routes({
        ...target,
        ...{ method, headers, rawHeaders, from },
        signal: signalOf(request),
        readBody: (maxBytes) => readBodyOf(request, maxBytes),
      }))
    if (answer) await writeAnswer(response, answer)
    else if (next) next()
    else {
      const context = { problemBase, requestId: from.requestId }
      await writeAnswer(response, problemAnswer({ code: 'not_found' }, context))
    }
  }
}

/** Tells that the client has gone. */
export function signalOf({ socket }: IncomingMessage): Pick<AbortSignal, 'aborted'> {
  return {
    get aborted() {
      return socket.destroyed
    },
  }
}
