import type { Auth } from '@gatehouse/auth-core'
import { asksForLines, exportAnswer } from '../audit/export-answer.ts'
import { type Edition, isPartOf, providerSignIn } from '../editions.ts'
import type { Answering, ApiAnswer, ApiLog, ApiRequest } from '../exchange.ts'
import { createHandlers } from '../operations/handlers.ts'
import {
  type ApiPath,
  type Operation,
  pathsOf,
  type RedirectingUseCase,
  type StreamingUseCase,
} from '../operations/operation.ts'
import { type OperationName, operations } from '../operations/operations.ts'
import { type Problem, problemAnswer } from '../problems/problem.ts'
import { reportError } from '../problems/problem-of.ts'
import { type OidcEdge, oidcRoutes } from '../providers/oidc-routes.ts'
import { type Address, type Answerer, createAddressBook } from './address-book.ts'
import { type AnyHandler, type OperationRules, operationAnswer } from './operation-answer.ts'

/** What the routes need. */
export interface RoutesOptions extends OperationRules {
  /** The use cases, one for each operation, and those of the other routes. */
  readonly auth: Pick<Auth, OperationName | RedirectingUseCase | StreamingUseCase>
  /** The edition; operations of a later edition get no route. */
  readonly edition: Edition
  /** Whether a backend has a secret to ask with; if not, what needs it has no route. */
  readonly answersBackends: boolean
  /** The providers and pages of redirects; without them there are no such routes. */
  readonly oidc?: OidcEdge
  /** Logs failures, and refusals by a provider. */
  readonly log: ApiLog
}

/** All routes of an edition. Whatever goes wrong at one of them is an answer, too. */
export function createRoutes(options: RoutesOptions): Answering {
  const { log, oidc } = options
  const find = createAddressBook(
    new Map([
      ...operationRoutes(options),
      ...(oidc && isPartOf(options.edition, providerSignIn)
        ? oidcRoutes({ ...options, oidc })
        : []),
    ]),
  )
  return async (request) => {
    let headers: ApiAnswer['headers'] = []
    const refuse = (problem: Problem) =>
      problemAnswer(problem, {
        problemBase: options.problemBase,
        requestId: request.from.requestId,
      })
    const answer = async () => {
      const found = find(request.path)
      if (!found) return undefined
      headers = found.address.headers
      const answerer = answererFor(request.method, found.address)
      return answerer
        ? answerer(request, found.parameters)
        : methodsAnswer(request, found.address, refuse)
    }
    const given = await answer().catch((error: unknown) =>
      refuse(reportError(error, { log, requestId: request.from.requestId })),
    )
    return given && { ...given, headers: [...commonHeaders(request), ...headers, ...given.headers] }
  }
}

/** No one else keeps an answer, guesses its type, or learns the address; and its client learns its own type. */
function commonHeaders({ from }: ApiRequest): ApiAnswer['headers'] {
  return [
    ['Cache-Control', 'no-store'],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Gatehouse-Client', from.client],
  ]
}

function answererFor(method: string, { methods, takesHead }: Address): Answerer | undefined {
  return methods.get(method === 'HEAD' && takesHead ? 'GET' : method)
}

/** Says which methods an address takes: by a refusal, or to one who asks (RFC 9110, section 9.3.7). */
function methodsAnswer(
  { method }: ApiRequest,
  { methods }: Address,
  refuse: (problem: Problem) => ApiAnswer,
): ApiAnswer {
  const allow = [...methods.keys()].join(', ')
  if (method === 'OPTIONS') return { status: 204, headers: [['Allow', allow]], body: '' }
  return refuse({ code: 'method_not_allowed', headers: { Allow: allow } })
}

function operationRoutes(options: RoutesOptions): ReadonlyMap<ApiPath, Address> {
  const handlers = createHandlers(options.auth)
  const addresses = new Map<ApiPath, Map<string, Answerer>>()
  const served = (Object.keys(operations) as OperationName[]).filter((name) =>
    isServed(operations[name], options),
  )
  for (const name of served) {
    const operation: Operation = operations[name]
    // Each handler gets exactly the values that its operation's schemas produce.
    const handler = handlers[name] as AnyHandler
    const inPages: Answerer = (request, parameters) =>
      operationAnswer(name, options, { request, parameters, handler })
    const answerer = operation.lines ? orInLines(inPages, options) : inPages
    for (const path of pathsOf(operation)) {
      const methods = addresses.get(path) ?? new Map<string, Answerer>()
      addresses.set(path, methods.set(operation.method.toUpperCase(), answerer))
    }
  }
  const ofLines = new Set<string>(pathsOf(operations.readAudit))
  return new Map(
    [...addresses].map(([path, methods]) => [
      path,
      { methods, takesHead: true, headers: ofLines.has(path) ? [['Vary', 'Accept']] : [] },
    ]),
  )
}

/** The audit log as a whole for those who accept JSON Lines, and in pages for others. */
function orInLines(inPages: Answerer, options: RoutesOptions): Answerer {
  return (request, parameters) =>
    request.method === 'GET' && asksForLines(request)
      ? exportAnswer(options, request, parameters)
      : inPages(request, parameters)
}

function isServed(
  operation: Operation,
  { edition, answersBackends, publicBaseUrl }: RoutesOptions,
): boolean {
  if (operation.bearer === 'secret' && !answersBackends) return false
  // Whose pages may keep a session is known by the public address alone.
  if (operation.keptCookie && publicBaseUrl === '') return false
  return isPartOf(edition, operation)
}
