import type { ServerResponse } from 'node:http'
import type { FieldError } from '@gatehouse/auth-core'
import type { RawAnswer, RejectionRenderer } from '@gatehouse/proxy'
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

/** Answers with a problem. */
export type WriteProblem = (response: ServerResponse, problem: Problem) => void

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

/** The whole answer, for an HTTP response or a bare socket. */
export function renderProblem(problem: Problem, base = ''): RawAnswer {
  const document = problemBody(problem, base)
  const body = Buffer.from(JSON.stringify(document))
  const fields = {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
    ...problem.headers,
  }
  return { status: document.status, headers: Object.entries(fields).flat(), body }
}

/**
 * Answers a request with a problem. Does nothing once an answer has begun, because that cannot be changed.
 * @param base As in {@link problemBody}.
 */
export function writeProblem(response: ServerResponse, problem: Problem, base = ''): void {
  if (response.headersSent || response.destroyed) return
  note(response, problem.code)
  const { status, headers, body } = renderProblem(problem, base)
  response.writeHead(status, [...headers]).end(body)
}

/** Renders rejections of the proxy like other problems. @param base As in {@link problemBody}. */
export function createRejectionRenderer(base: string): RejectionRenderer {
  return {
    respond(response, rejection, requestId) {
      writeProblem(response, { ...rejection, requestId }, base)
    },
    answer: (rejection, requestId) => renderProblem({ ...rejection, requestId }, base),
  }
}

const code = Symbol('code')

/** An answer with its problem code, for the metrics when it is over. */
interface NotedResponse extends ServerResponse {
  [code]?: ProblemCode
}

function note(response: NotedResponse, noted: ProblemCode): void {
  response[code] = noted
}

/** The problem code of an answer; `undefined` if it was not a problem. */
export function problemCodeOf(response: NotedResponse): ProblemCode | undefined {
  return response[code]
}
