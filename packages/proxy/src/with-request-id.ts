import type { RawAnswer } from './proxy-host.ts'

/** The answer with the id by which its request is found in the log. */
export function withRequestId(answer: RawAnswer, requestId: string): RawAnswer {
  return { ...answer, headers: ['X-Request-Id', requestId, ...answer.headers] }
}
