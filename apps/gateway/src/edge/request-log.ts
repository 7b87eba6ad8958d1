import type { RequestLog } from '../runtime/log.ts'
import type { OnExchangeEnd } from './exchange-end.ts'
import { traceIdOf } from './trace-id.ts'

/** Longest path that is logged, in UTF-16 units. */
const longestPath = 256

/**
 * Logs one line when a request is over. Of the request it takes only what is named here: no
 * header, no body, and of the address the path alone, since a query may hold a token (T-75, T-82).
 */
export function createAccessLog(log: Pick<RequestLog, 'write'>): OnExchangeEnd {
  return ({ request, facts: { from }, status, complete, seconds }) => {
    const traceId = traceIdOf(request)
    const path = JSON.stringify(loggedPath(request.url ?? ''))
    // Of what is in here only the path is the client's own text.
    log.write(
      `"request_id":"${from.requestId}",` +
        (traceId === undefined ? '' : `"trace_id":"${traceId}",`) +
        `"method":"${request.method}","path":${path},"status":${status},"complete":${complete},` +
        `"ms":${Math.round(seconds * 1000)},"network":"${from.network}","client":"${from.client}"`,
    )
  }
}

/** The path without its query; a target in another form than a path is not logged at all. */
function loggedPath(target: string): string {
  if (!target.startsWith('/')) return '(not a path)'
  const end = target.search(/[?#]/)
  return target.slice(0, end === -1 ? longestPath : Math.min(end, longestPath))
}
