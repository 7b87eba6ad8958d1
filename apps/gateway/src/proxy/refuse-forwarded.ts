import type { ServerResponse } from 'node:http'
import { setFields } from '../edge/set-fields.ts'
import type { Problem } from '../problems/problem.ts'
import type { ForwardContext } from './engine.ts'
import type { ProxyEngineOptions } from './engine-options.ts'

/** Answers a request that cannot be forwarded, with the fields that its answer would have had. */
export function refuseForwarded(
  response: ServerResponse,
  { answerHeaders, requestId }: ForwardContext,
  { options, problem }: { readonly options: ProxyEngineOptions; readonly problem: Problem },
): void {
  if (!response.headersSent) setFields(response, answerHeaders)
  options.writeProblem(response, { ...problem, requestId })
}
