import type { IncomingMessage } from 'node:http'
import type { Auth } from '@gatehouse/auth-core'
import { bearerToken } from '@gatehouse/auth-core/requests'
import { type Edition, isPartOf } from '@gatehouse/settings'
import { type RequestHandler, type Response, Router } from 'express'
import type * as v from 'valibot'
import type { FactsOf } from '../edge/request-facts.ts'
import { problemOfFields, problemOfRefusal, sendMethods, sendProblem } from './errors.ts'
import type { Call } from './handler.ts'
import { createHandlers } from './handlers.ts'
import { keptCookieAfter, readKeptCookie } from './kept-cookie.ts'
import { type ApiPath, type Operation, pathsOf } from './operation.ts'
import { type OperationName, operations } from './operations.ts'
import { InvalidRequest, parseBody, parseJson, parseParameters, parseQuery } from './parse.ts'
import { present } from './present.ts'
import { readBody } from './read-body.ts'

/** What the auth routes need. */
export interface AuthRouterOptions {
  /** The use cases, one for each operation. */
  readonly auth: Pick<Auth, OperationName>
  /** The edition; operations of a later edition get no route. */
  readonly edition: Edition
  /** Whether a backend has a secret to ask with; if not, what needs it has no route. */
  readonly answersBackends: boolean
  /** The service's public address: pages of its origin may keep a session. */
  readonly publicBaseUrl: string
  /** Largest body in bytes. */
  readonly maxBodyBytes: number
  /** Finds the client that sent a request, and when the request arrived. */
  readonly factsOf: FactsOf
}

/** Calls one use case with a body that fits the schema of its operation. */
type AnyHandler = (body: unknown, call: Call) => ReturnType<Auth[OperationName]>

/** All auth routes of an edition: parse, call one use case, present. */
export function createAuthRouter(options: AuthRouterOptions): Router {
  const { publicBaseUrl } = options
  const router = Router({ caseSensitive: true, strict: true })
  const handlers = createHandlers(options.auth)
  const names = Object.keys(operations) as OperationName[]
  for (const name of names.filter((each) => isServed(operations[each], options))) {
    const operation: Operation = operations[name]
    // Each handler gets exactly the values that its operation's schemas produce.
    const handler = handlers[name] as AnyHandler
    for (const path of pathsOf(operation)) {
      router.route(routeOf(path))[operation.method](async (request, response) => {
        const parse = operation.body && (await readTyped(request, operation, options.maxBodyBytes))
        const token = operation.bearer ? takeToken(request, operation.bearer) : ''
        const keptToken = readKeptCookie(request, { operation, publicBaseUrl })
        const parameters = parseParameters(request.params)
        const query = operation.query && parseQuery(operation.query, request.url)
        const body = operation.body && parse?.(operation.body)
        const from = { ...options.factsOf(request).from, signal: signalOf(request) }
        const tenantId = operation.ofTenant && parameters.tenant_id
        const outcome = await handler(body, {
          ...{ from, token, keptToken, tenantId },
          path: parameters,
          query,
        })
        response.append('Set-Cookie', keptCookieAfter(outcome, { operation, publicBaseUrl }))
        answer(response, outcome, name)
      })
    }
  }
  for (const path of new Set(names.flatMap((name) => pathsOf(operations[name])))) {
    router.all(routeOf(path), methodNotAllowed(path, options))
  }
  return router
}

/** The same path in Express syntax. */
export function routeOf(path: ApiPath): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function signalOf({ socket }: IncomingMessage): Pick<AbortSignal, 'aborted'> {
  return {
    get aborted() {
      return socket.destroyed
    },
  }
}

function answer(
  response: Response,
  outcome: Awaited<ReturnType<AnyHandler>>,
  name: OperationName,
): void {
  if (outcome.kind === 'refused') sendProblem(response, problemOfRefusal(outcome))
  else if (outcome.kind === 'invalid') sendProblem(response, problemOfFields(outcome.errors))
  else response.status(operations[name].status).json(present(outcome, name))
}

function isServed(operation: Operation, { edition, answersBackends }: AuthRouterOptions): boolean {
  return isPartOf(edition, operation) && (operation.bearer !== 'secret' || answersBackends)
}

const jsonType = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i
const formType = /^application\/x-www-form-urlencoded(\s*;\s*charset="?utf-8"?)?\s*$/i

/**
 * JSON, in UTF-8: no other site's form can send it, and no two parsers differ (T-63). A form is taken
 * only where it takes a secret, too, which no other site has.
 */
async function readTyped(request: IncomingMessage, { form }: Operation, maxBytes: number) {
  const type = request.headers['content-type'] ?? ''
  const isForm = form && formType.test(type)
  if (!isForm && !jsonType.test(type)) throw new InvalidRequest('unsupported_media_type')
  const bytes = await readBody(request, maxBytes)
  return (schema: v.GenericSchema) =>
    isForm ? parseQuery(schema, `?${bytes}`) : parseBody(schema, parseJson(bytes))
}

/**
 * The access token of a request.
 *
 * @returns An empty text where the token is optional and missing.
 * @throws {InvalidRequest} `token_missing`, or `malformed_request` for two tokens.
 */
export function takeToken(
  request: IncomingMessage,
  need: NonNullable<Operation['bearer']>,
): string {
  const bearer = bearerToken(request.rawHeaders)
  if (bearer.kind === 'token') return bearer.token
  if (bearer.kind === 'missing' && need === 'optional') return ''
  throw new InvalidRequest(bearer.kind === 'missing' ? 'token_missing' : 'malformed_request')
}

function methodNotAllowed(path: ApiPath, options: AuthRouterOptions): RequestHandler {
  const allowed = Object.values<Operation>(operations)
    .filter((operation) => pathsOf(operation).includes(path) && isServed(operation, options))
    .map(({ method }) => method.toUpperCase())
  return (request, response, next) => {
    if (allowed.length === 0) next()
    else sendMethods(request, response, allowed.join(', '))
  }
}
