import type { IncomingMessage } from 'node:http'
import { type FieldError, PortError, type Refused } from '@gatehouse/auth-core'
import type { PortName } from '@gatehouse/auth-core/ports'
import { bearerChallenge } from '@gatehouse/auth-core/requests'
import type { ErrorRequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { type Problem, writeProblem } from '../problems/problem.ts'
import { type ProblemCode, problems } from '../problems/problems.ts'
import { InvalidRequest } from './parse.ts'

/** Seconds after which a retry makes sense when a dependency failed. */
const retrySeconds = 5

/** A refused use case as a problem: the refusals are the codes. */
export function problemOfRefusal({ refusal, retryAfter }: Refused): Problem {
  return retryAfter === undefined
    ? { code: refusal }
    : { code: refusal, headers: { 'Retry-After': String(Math.max(1, retryAfter)) } }
}

/** Fields that only the core can check, by their names on the wire. */
export function problemOfFields(errors: readonly FieldError[]): Problem {
  return {
    code: 'validation_failed',
    errors: errors.map((error) => ({ ...error, field: snakeCase(error.field) })),
  }
}

/** Answers with a problem, and with the header fields that its status always has. */
export function sendProblem(response: Response, problem: Problem): void {
  const { requestId, problemBase } = response.locals as ProblemLocals
  const challenge =
    problems[problem.code].status === 401
      ? { 'WWW-Authenticate': bearerChallenge(problem.code) }
      : {}
  const headers = { ...challenge, ...problem.headers }
  writeProblem(response, { ...problem, requestId, headers }, problemBase)
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

/** Turns exceptions into answers. No other place does. */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error)
      return
    }
    const { requestId } = response.locals as ProblemLocals
    sendProblem(response, reportError(error, log, requestId))
  }
}

/** The problem for an exception. A fault of our own or of a dependency is logged. */
export function reportError(error: unknown, log: Logger, requestId: string): Problem {
  const problem = problemOfError(error)
  if (problems[problem.code].status >= 500) {
    log.error({ err: error, request_id: requestId, code: problem.code }, 'request failed')
  }
  return problem
}

function problemOfError(error: unknown): Problem {
  if (error instanceof InvalidRequest) {
    return error.errors ? { code: error.code, errors: error.errors } : { code: error.code }
  }
  if (error instanceof PortError) {
    return {
      code: codeOfPort[error.port],
      headers: { 'Retry-After': String(retrySeconds) },
    }
  }
  return { code: codeOfHttpError(error) }
}

const codeOfPort: Readonly<Record<PortName, ProblemCode>> = {
  credential_store: 'credential_store_unavailable',
  mailer: 'mail_unavailable',
  store: 'overloaded',
  rate_limiter: 'overloaded',
  oidc_provider: 'upstream_unavailable',
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

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
