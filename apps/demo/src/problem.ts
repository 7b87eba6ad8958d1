import type { IncomingHttpHeaders } from 'node:http'
import type { FieldError } from './machine.ts'

/** An error body (RFC 9457), in the same shape as the gateway's. */
export interface Problem {
  readonly type: 'about:blank'
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly request_id?: string
  readonly errors?: readonly FieldError[]
}

/** The media type of a {@link Problem}. */
export const problemType = 'application/problem+json'

const problems = {
  validation_failed: [400, 'Bad Request', 'The machine was not added; see errors.'],
  malformed_json: [400, 'Bad Request', 'The body is not JSON.'],
  malformed_request: [400, 'Bad Request', 'The request cannot be understood.'],
  identity_missing: [401, 'Unauthorized', 'Only the gateway may call this backend.'],
  not_found: [404, 'Not Found', 'There is no such thing here.'],
  method_not_allowed: [405, 'Method Not Allowed', 'This address does not take that method.'],
  too_many_machines: [409, 'Conflict', 'This tenant has as many machines as it may.'],
  body_too_large: [413, 'Content Too Large', 'The body is larger than 16 KiB.'],
  unsupported_media_type: [415, 'Unsupported Media Type', 'Send application/json.'],
  internal_error: [500, 'Internal Server Error', 'Something went wrong here.'],
  too_many_shells: [503, 'Service Unavailable', 'Too many terminals are open; close one.'],
} as const

/** The code of one of these problems. */
export type ProblemCode = keyof typeof problems

/**
 * The problem document of a code. The request's `X-Request-Id` is repeated if it is well-formed.
 */
export function problem(
  code: ProblemCode,
  headers: IncomingHttpHeaders,
  errors?: readonly FieldError[],
): Problem {
  const [status, title, detail] = problems[code]
  const requestId = headers['x-request-id']
  return {
    type: 'about:blank',
    title,
    status,
    code,
    detail,
    ...(typeof requestId === 'string' && /^[\w.-]{1,128}$/.test(requestId)
      ? { request_id: requestId }
      : {}),
    ...(errors ? { errors } : {}),
  }
}
