/** `@gatehouse/http-api`: the auth API as routes for any server. */
export { ownPrefix } from './address-book.ts'
export * as answers from './answers.ts'
export {
  type AttemptCookies,
  type AttemptSealer,
  createAttemptCookies,
} from './attempt-cookies.ts'
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
export type { OidcEdge } from './oidc-routes.ts'
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
} from './operation.ts'
export { type OperationName, operations } from './operations.ts'
export { InvalidRequest, pathParameter } from './parse.ts'
export { type Outcome, present } from './present.ts'
export { problemOfError, problemOfFields, problemOfRefusal, reportError } from './problem-of.ts'
export {
  type Problem,
  type ProblemBody,
  problemBody,
  type RenderedProblem,
  renderProblem,
} from './problems/problem.ts'
export { type ProblemCode, problems } from './problems/problems.ts'
export { problemCodeOf, type WriteProblem, writeProblem } from './problems/write-problem.ts'
export { type RedirectRoute, redirectRoutes } from './redirects.ts'
export { createHopWarning } from './requester/create-hop-warning.ts'
export type { RequestFacts, RequestFactsOptions } from './requester/request-facts.ts'
export { createRoutes, type RoutesOptions } from './routes.ts'
