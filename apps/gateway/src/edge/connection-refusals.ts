import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { type Problem, type ProblemCode, renderProblem } from '@gatehouse/http-api'
import { answerSocket, type GuardedConnections, withRequestId } from '@gatehouse/proxy'
import type { Logger } from 'pino'

/** Milliseconds for reading the answer. Short, since the bytes may be an attack (T-72). */
const lingerMs = 1000

/** Answers connections whose bytes are not a whole request, and closes them. */
export interface ConnectionRefusals {
  /** For the server's `clientError`: the request is unreadable, or its end did not come in time. */
  refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void
  /** For a connection that Node has handed over. */
  refuse(socket: Duplex, problem: Problem): void
}

/** Logs and counts each connection that is refused. */
export function createConnectionRefusals(options: {
  /** The origin of the pages that explain errors. */
  readonly problemBase: string
  readonly log: Pick<Logger, 'info'>
  /** The answer to the newest request of a connection, so that no refusal is written into it. */
  readonly latest: GuardedConnections['latest']
  /** Counts refused connections. */
  readonly connectionRefused?: ((code: ProblemCode) => void) | undefined
}): ConnectionRefusals {
  const { problemBase, log } = options
  const refused = new WeakSet<Duplex>()

  function refuse(socket: Duplex, problem: Problem, reason?: string): void {
    const requestId = randomUUID()
    log.info({ request_id: requestId, code: problem.code, reason }, 'connection refused')
    options.connectionRefused?.(problem.code)
    const answer = renderProblem({ ...problem, requestId }, problemBase)
    answerSocket(socket, withRequestId(answer, requestId), lingerMs)
  }

  return {
    refuseUnreadable(error, socket) {
      // The parser also reports every byte that follows.
      if (refused.has(socket)) return
      refused.add(socket)
      const answer = () => refuse(socket, problemOfClientError(error), error.code)
      const response = options.latest(socket)
      if (!response) return answer()
      const request = response.req
      if (request.complete && response.writableFinished) answer()
      // Another request on this connection is still being answered: answers keep their order.
      else if (request.complete) response.once('close', answer)
      else if (response.headersSent) socket.destroy()
      else answer()
    },
    refuse,
  }
}

function problemOfClientError({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return { code: 'headers_too_large' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { code: 'request_timeout' }
  return { code: 'malformed_request' }
}
