import type { ServerResponse } from 'node:http'
import type { FieldError } from '@gatehouse/auth-core'
import { type ProblemCode, problems } from './problems.ts'

/** An error as the code that refuses a request names it; the table supplies the rest. */
export interface Problem {
  readonly code: ProblemCode
  /** One sentence for a person, in place of the table's. Never holds a value that was sent. */
  readonly detail?: string
  /** Joins the answer to the log lines of its request. */
  readonly requestId?: string
  /** With `validation_failed` alone: every field that breaks a rule. */
  readonly errors?: readonly FieldError[]
  /** More header fields, such as `Retry-After` or `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with a problem. The one way in which the proxy refuses a plain request. */
export type WriteProblem = (response: ServerResponse, problem: Problem) => void

/** The document itself (RFC 9457, section 3), as it goes over the wire. */
export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string
  readonly request_id?: string
  readonly errors?: readonly FieldError[]
}

/** A problem ready to be sent, whatever writes it. */
export interface RenderedProblem {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The document of a problem.
 * @param base Where the page that explains errors is served, without a slash at the end; an empty
 *   one makes `type` relative to the address that was asked (RFC 9457, section 3.1.1).
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

/** Status, header fields and text of a problem, for an HTTP response and a bare socket alike. */
export function renderProblem(problem: Problem, base = ''): RenderedProblem {
  const body = problemBody(problem, base)
  const text = JSON.stringify(body)
  return {
    status: body.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(text)),
      'Cache-Control': 'no-store',
      ...problem.headers,
    },
    body: text,
  }
}

/**
 * Answers a request with a problem. Does nothing once an answer has begun: it cannot be taken back.
 * @param base As in {@link problemBody}.
 */
export function writeProblem(response: ServerResponse, problem: Problem, base = ''): void {
  if (response.headersSent || response.destroyed) return
  note(response, problem.code)
  const { status, headers, body } = renderProblem(problem, base)
  response.writeHead(status, headers).end(body)
}

const code = Symbol('code')

/** The note travels on the answer, to the observer that counts answers when they are over. */
interface NotedResponse extends ServerResponse {
  [code]?: ProblemCode
}

function note(response: NotedResponse, noted: ProblemCode): void {
  response[code] = noted
}

/** The problem that a request was answered with, if it was. */
export function problemCodeOf(response: NotedResponse): ProblemCode | undefined {
  return response[code]
}
