import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type Problem, renderProblem } from '../problems/problem.ts'
import type { ProblemCode } from '../problems/problems.ts'

/** How long a client may take to read the refusal and hang up, in milliseconds. */
const lingerMs = 1000

/** Answers what never became a request, or stopped being one halfway, and hangs up. */
export interface ConnectionRefusals {
  /** Has to be told of every request, so that no refusal is written into another answer. */
  watch(request: IncomingMessage, response: ServerResponse): void
  /** For the server's `clientError`: what the parser could not read, or waited for in vain. */
  refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void
  /** For a connection that Node has handed over. */
  refuse(socket: Duplex, problem: Problem): void
}

/** @param problemBase Where the pages that explain errors are. */
export function createConnectionRefusals(options: {
  readonly problemBase: string
  readonly log: Pick<Logger, 'info'>
  /** Counts them. */
  readonly connectionRefused?: ((code: ProblemCode) => void) | undefined
}): ConnectionRefusals {
  const { problemBase, log } = options
  const latest = new WeakMap<Duplex, Exchange>()
  const refused = new WeakSet<Duplex>()

  function refuse(socket: Duplex, problem: Problem, reason?: string): void {
    const requestId = randomUUID()
    log.info({ request_id: requestId, code: problem.code, reason }, 'connection refused')
    options.connectionRefused?.(problem.code)
    endWithProblem(socket, { ...problem, requestId }, problemBase)
  }

  return {
    watch(request, response) {
      latest.set(request.socket, { request, response })
    },
    refuseUnreadable(error, socket) {
      // The parser complains of every byte that follows, too.
      if (refused.has(socket)) return
      refused.add(socket)
      const answer = () => refuse(socket, problemOfClientError(error), error.code)
      const { request, response } = latest.get(socket) ?? {}
      if (!request || !response) answer()
      else if (request.complete && response.writableFinished) answer()
      // It came behind a request that is still being answered: the answers keep their order.
      else if (request.complete) response.once('close', answer)
      else if (response.headersSent) socket.destroy()
      else answer()
    },
    refuse,
  }
}

/** A request under way, or the last one of its connection. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function problemOfClientError({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return { code: 'headers_too_large' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { code: 'request_timeout' }
  return { code: 'malformed_request' }
}

function endWithProblem(socket: Duplex, problem: Problem, base: string): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  // Node listens no more to a connection that it has handed over: a reset would end the process.
  socket.on('error', () => undefined)
  const { status, headers, body } = renderProblem(problem, base)
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines].join('\r\n')
  socket.end(`${head}\r\n\r\n${body}`)
  // What is still on its way is read and dropped: closing over it would take the answer back.
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
