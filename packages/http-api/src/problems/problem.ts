import type { FieldError } from '@gatehouse/auth-core'
import { bearerChallenge } from '@gatehouse/auth-core/requests'
import type { ApiAnswer } from '../exchange.ts'
import { type ProblemCode, problems } from './problems.ts'

/** An error by its code; the table of problems has the rest. */
export interface Problem {
  /** The code; status, title and text follow from it. */
  readonly code: ProblemCode
  /** One sentence for people, instead of the table's. Never holds a value that was sent. */
  readonly detail?: string
  /** The id of the request, which links the answer to its log lines. */
  readonly requestId?: string
  /** With `validation_failed` alone: every field that breaks a rule. */
  readonly errors?: readonly FieldError[]
  /** Additional header fields, such as `Retry-After` or `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The problem document (RFC 9457, section 3) as sent. */
export interface ProblemBody {
  /** The address of the page that explains the code (section 3.1.1). */
  readonly type: string
  /** The title, equal for every problem with the code (section 3.1.3). */
  readonly title: string
  /** The HTTP status of the answer (section 3.1.2). */
  readonly status: number
  /** The code for programs: an extension member (section 3.2). */
  readonly code: ProblemCode
  /** One sentence for people (section 3.1.4). */
  readonly detail: string
  /** The id of the request, which links the answer to its log lines; an extension member. */
  readonly request_id?: string
  /** Every field that breaks a rule, with `validation_failed` alone; an extension member. */
  readonly errors?: readonly FieldError[]
}

/**
 * The document of a problem.
 * @param base The origin of the page that explains errors, without a slash at the end. If it is empty, `type`
 * is relative to the request's address (RFC 9457, section 3.1.1).
 */
export function problemBody(problem: Problem, base = ''): ProblemBody {
  const { status, title, detail } = problems[problem.code]
  return {
    type: `${base}/docs/errors#${problem.code}`,
    title,
    status,
    code: problem.code,
    detail: problem.detail ?? detail,
    ...(problem.requestId === undefined ? {} : { request_id: problem.requestId }),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  }
}

/** A whole answer as it goes over the wire. */
export interface RenderedProblem {
  /** The HTTP status. */
  readonly status: number
  /** Names and values in turn, including `Content-Length`. */
  readonly headers: readonly string[]
  /** The whole body, in UTF-8. */
  readonly body: Uint8Array
}

/** The whole answer, for an HTTP response or a bare socket. A 401 has its challenge (RFC 6750, section 3). */
export function renderProblem(problem: Problem, base = ''): RenderedProblem {
  const document = problemBody(problem, base)
  const body = Buffer.from(JSON.stringify(document))
  const fields = {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
    ...(document.status === 401 && { 'WWW-Authenticate': bearerChallenge(problem.code) }),
    ...problem.headers,
  }
  return { status: document.status, headers: Object.entries(fields).flat(), body }
}

/** What an answer has besides the problem. */
export interface ProblemContext {
  /** As `base` of `problemBody`. */
  readonly problemBase: string
  /** The id of the request. */
  readonly requestId: string
}

/** A problem as the answer of a route. */
export function problemAnswer(
  problem: Problem,
  { problemBase, requestId }: ProblemContext,
): ApiAnswer {
  const document = problemBody({ ...problem, requestId }, problemBase)
  const fields = {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...(document.status === 401 && { 'WWW-Authenticate': bearerChallenge(problem.code) }),
    ...problem.headers,
  }
  return {
    status: document.status,
    headers: Object.entries(fields),
    body: JSON.stringify(document),
    code: problem.code,
  }
}
