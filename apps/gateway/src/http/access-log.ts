import type { Logger } from 'pino'
import type { OnExchangeEnd } from './exchange-end.ts'
import { traceIdOf } from './trace-id.ts'

/** Longest path that is logged, in UTF-16 units. */
const longestPath = 256

/**
 * Logs one line when a request is over. Of the request it takes only what is named here: no
 * header, no body, and of the address the path alone, since a query may hold a token (T-75, T-82).
 */
export function createAccessLog(log: Pick<Logger, 'info'>): OnExchangeEnd {
  return ({ request, facts: { from }, status, complete, seconds }) => {
    log.info(
      {
        request_id: from.requestId,
        trace_id: traceIdOf(request),
        method: request.method,
        path: loggedPath(request.url ?? ''),
        status,
        complete,
        ms: Math.round(seconds * 1000),
        network: from.network,
        client: from.client,
      },
      'request',
    )
  }
}

/** The path without its query; a target in another form than a path is not logged at all. */
function loggedPath(target: string): string {
  if (!target.startsWith('/')) return '(not a path)'
  const end = target.search(/[?#]/)
  return target.slice(0, end === -1 ? longestPath : Math.min(end, longestPath))
}
