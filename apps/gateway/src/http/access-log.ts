import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { RequestFacts } from './requester.ts'

/** Longest path that is logged, in UTF-16 units. */
const longestPath = 256

/**
 * Logs one line when a request is over. Of the request it takes only what is named here: no
 * header, no body, and of the address the path alone, since a query may hold a token (T-75, T-82).
 */
export function logAccess(
  log: Logger,
  request: IncomingMessage,
  { response, facts }: { readonly response: ServerResponse; readonly facts: RequestFacts },
): void {
  const began = performance.now()
  response.once('close', () => {
    log.info(
      {
        request_id: facts.from.requestId,
        method: request.method,
        path: loggedPath(request.url ?? ''),
        status: response.statusCode,
        complete: response.writableFinished,
        ms: Math.round(performance.now() - began),
        network: facts.from.network,
        client: facts.from.client,
      },
      'request',
    )
  })
}

/** The path without its query; a target in another form than a path is not logged at all. */
function loggedPath(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  return path.startsWith('/') ? path.slice(0, longestPath) : '(not a path)'
}
