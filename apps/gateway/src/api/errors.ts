import type { IncomingMessage } from 'node:http'
import {
  type Problem,
  type ProblemCode,
  problemOfError,
  reportError,
  writeProblem,
} from '@gatehouse/http-api'
import type { ErrorRequestHandler, Response } from 'express'
import type { Logger } from 'pino'

/** Answers with a problem, and with the header fields that its status always has. */
export function sendProblem(response: Response, problem: Problem): void {
  const { requestId, problemBase } = response.locals as ProblemLocals
  writeProblem(response, { ...problem, requestId }, problemBase)
}

/** Says which methods an address takes: by a refusal, or to one who asks (RFC 9110, section 9.3.7). */
export function sendMethods({ method }: IncomingMessage, response: Response, allow: string): void {
  if (method === 'OPTIONS') response.status(204).set('Allow', allow).end()
  else sendProblem(response, { code: 'method_not_allowed', headers: { Allow: allow } })
}

/** What every response carries for the problem it may become. */
export interface ProblemLocals {
  /** The id of the request; `request_id` of the document. */
  readonly requestId: string
  /** The address before `/docs/errors#…` in `type` (RFC 9457, section 3.1.1). */
  readonly problemBase: string
}

/** Turns exceptions into answers: those of Express and its middleware, too. */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error)
      return
    }
    const { requestId } = response.locals as ProblemLocals
    const problem = problemOfError(error)
    const known = problem.code === 'internal_error' ? { code: codeOfHttpError(error) } : problem
    sendProblem(response, reportError(error, { log, requestId, problem: known }))
  }
}

/** Express and its body parser set a status on errors that the client caused. */
function codeOfHttpError(error: unknown): ProblemCode {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  switch (status) {
    case 413:
      return 'body_too_large'
    case 415:
      return 'unsupported_media_type'
    case 400:
      return 'malformed_request'
    default:
      return 'internal_error'
  }
}
