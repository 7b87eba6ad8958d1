import type { ServerResponse } from 'node:http'
import { type Problem, renderProblem } from './problem.ts'
import type { ProblemCode } from './problems.ts'

/** Answers with a problem. */
export type WriteProblem = (response: ServerResponse, problem: Problem) => void

/**
 * Answers a request with a problem. Does nothing once an answer has begun, because that cannot be changed.
 * @param base As in `problemBody`.
 */
export function writeProblem(response: ServerResponse, problem: Problem, base = ''): void {
  if (response.headersSent || response.destroyed) return
  noteProblem(response, problem.code)
  const { status, headers, body } = renderProblem(problem, base)
  response.writeHead(status, [...headers]).end(body)
}

const code = Symbol('code')

/** An answer with its problem code, for the metrics when it is over. */
interface NotedResponse extends ServerResponse {
  [code]?: ProblemCode
}

/** Remembers the problem code of an answer. */
export function noteProblem(response: NotedResponse, noted: ProblemCode): void {
  response[code] = noted
}

/** The problem code of an answer; `undefined` if it was not a problem. */
export function problemCodeOf(response: NotedResponse): ProblemCode | undefined {
  return response[code]
}
