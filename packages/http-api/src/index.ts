/** `@gatehouse/http-api`: the auth API as routes for any server. */

export * as answers from './answers/answers.ts'
export { type Outcome, present } from './answers/present.ts'
export { type Api, type ApiOptions, createApi, type HostRequest } from './create-api.ts'
export type { AuthenticatedRequest, Guard, HeaderedRequest } from './create-guard.ts'
export {
  type Edition,
  editions,
  type Feature,
  isPartOf,
  newestEdition,
  providerSignIn,
} from './editions.ts'
export type { Answering, ApiAnswer, ApiBody, ApiLog, ApiRequest } from './exchange.ts'
export type { Connection, FetchHandler } from './fetch/fetch-handler.ts'
export { createFactsOf, type FactsOf } from './node/facts-of.ts'
export {
  createNodeHandler,
  type NodeHandler,
  type NodeHandlerOptions,
} from './node/node-handler.ts'
export { readBody } from './node/read-body.ts'
export {
  type ApiPath,
  type Operation,
  parametersIn,
  pathParameters,
  pathsOf,
  patternOf,
  type RedirectingUseCase,
  type StreamingUseCase,
  tags,
  type UseCase,
} from './operations/operation.ts'
export { type OperationName, operations } from './operations/operations.ts'
export {
  type Problem,
  type ProblemBody,
  problemBody,
  type RenderedProblem,
  renderProblem,
} from './problems/problem.ts'
export {
  problemOfError,
  problemOfFields,
  problemOfRefusal,
  reportError,
} from './problems/problem-of.ts'
export { type ProblemCode, problems } from './problems/problems.ts'
export { problemCodeOf, type WriteProblem, writeProblem } from './problems/write-problem.ts'
export {
  type AttemptCookies,
  type AttemptSealer,
  createAttemptCookies,
} from './providers/attempt-cookies.ts'
export type { OidcEdge } from './providers/oidc-routes.ts'
export { type RedirectRoute, redirectRoutes } from './providers/redirects.ts'
export { createHopWarning } from './requester/create-hop-warning.ts'
export type { RequestFacts, RequestFactsOptions } from './requester/request-facts.ts'
export { InvalidRequest, pathParameter } from './requests/parse.ts'
export { ownPrefix } from './routes/address-book.ts'
export { createRoutes, type RoutesOptions } from './routes/routes.ts'
