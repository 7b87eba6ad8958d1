import type { ServerResponse } from 'node:http'
import { setHeaders } from './header-fields.ts'
import type { ProxyHost } from './proxy-host.ts'
import type { Rejection } from './rejection.ts'

/** The parts of an answer besides the rejection. */
interface AnswerContext extends Pick<ProxyHost, 'renderer'> {
  /** Fields that the service adds to every answer: names and values in turn, each name once. */
  readonly answerHeaders: readonly string[]
  readonly requestId: string
}

/** Answers a request with a rejection, and with the fields of every other answer. */
export function rejectRequest(
  response: ServerResponse,
  rejection: Rejection,
  { renderer, answerHeaders, requestId }: AnswerContext,
): void {
  if (!response.headersSent) setHeaders(response, answerHeaders)
  renderer.respond(response, rejection, requestId)
}
