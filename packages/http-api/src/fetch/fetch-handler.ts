import type { IncomingHttpHeaders } from 'node:http'
import type { Requester } from '@gatehouse/auth-core'
import type { Answering, ApiAnswer } from '../exchange.ts'
import { problemAnswer } from '../problems/problem.ts'
import { pathBelow } from '../routes/path-below.ts'
import { readWebBody } from './read-web-body.ts'

/** What a request of the Fetch standard does not tell about its connection. */
export interface Connection {
  /** The address at the other end, which limits count by; all whose address is not told are counted as one. */
  readonly address?: string | undefined
}

/** Answers a request of the Fetch standard. An address that is none of the API's is a problem with the status 404. */
export type FetchHandler = (request: Request, connection?: Connection) => Promise<Response>

/** How requests of the Fetch standard reach the routes. */
export interface FetchHandlerOptions {
  /** Who sent a request. */
  readonly requester: (request: Request, connection: Connection) => Requester
  /** What comes before the paths of the API in the address; empty where a router has taken it off. */
  readonly prefix: string
  /** The address before `/docs/errors#…` in problems. */
  readonly problemBase: string
}

/** The routes for servers that hand over a `Request` and take a `Response`. */
export function createFetchHandler(
  routes: Answering,
  { requester, prefix, problemBase }: FetchHandlerOptions,
): FetchHandler {
  return async (request, connection = {}) => {
    const { pathname, search } = new URL(request.url)
    const target = pathBelow(prefix, `${pathname}${search}`)
    const from = requester(request, connection)
    const { method, signal } = request
    const answer =
      target &&
      (await routes({
        ...target,
        ...{ method, signal, from },
        headers: Object.fromEntries(request.headers) as IncomingHttpHeaders,
        rawHeaders: [...request.headers].flat(),
        readBody: (maxBytes) => readWebBody(request, maxBytes),
      }))
    const context = { problemBase, requestId: from.requestId }
    return responseOf(answer ?? problemAnswer({ code: 'not_found' }, context), method)
  }
}

/** Statuses of answers that have no body, not even an empty one. */
const bodiless: ReadonlySet<number> = new Set([204, 303])

function responseOf({ status, headers: fields, body }: ApiAnswer, method: string): Response {
  const headers = new Headers()
  for (const [name, value] of fields) {
    if (name === 'Set-Cookie') headers.append(name, value)
    else headers.set(name, value)
  }
  const hasBody = method !== 'HEAD' && !bodiless.has(status)
  const content = typeof body === 'string' ? body : streamOf(body)
  return new Response(hasBody ? content : null, { status, headers })
}

/** Each part is made when it is asked for; none is made after the client has gone. */
function streamOf(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = await iterator.next()
        if (part.done) controller.close()
        else controller.enqueue(encoder.encode(part.value))
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
