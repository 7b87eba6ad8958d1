import type { ServerResponse } from 'node:http'
import { setHeaders } from './header-fields.ts'
import type { ProxyHost } from './proxy-host.ts'
import type { Rejection } from './rejection.ts'

/** What else goes with the answer to a request. */
interface AnswerContext extends Pick<ProxyHost, 'renderer'> {
  /** What the service adds to every answer, names and values in turn; no name twice. */
  readonly answerHeaders: readonly string[]
  readonly requestId: string
}

/** Answers a request that does not go on, with the fields that any other answer would have. */
export function rejectRequest(
  response: ServerResponse,
  rejection: Rejection,
  { renderer, answerHeaders, requestId }: AnswerContext,
): void {
  if (!response.headersSent) setHeaders(response, answerHeaders)
  renderer.respond(response, rejection, requestId)
}
