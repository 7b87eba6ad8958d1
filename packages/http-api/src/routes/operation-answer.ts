import type { Auth } from '@gatehouse/auth-core'
import { bearerToken } from '@gatehouse/auth-core/requests'
import type * as v from 'valibot'
import { present } from '../answers/present.ts'
import type { ApiAnswer, ApiRequest } from '../exchange.ts'
import { keptCookieAfter, readKeptCookie } from '../kept-session/kept-cookie.ts'
import type { Call } from '../operations/handler.ts'
import type { Operation } from '../operations/operation.ts'
import { type OperationName, operations } from '../operations/operations.ts'
import { problemAnswer } from '../problems/problem.ts'
import { problemOfFields, problemOfRefusal } from '../problems/problem-of.ts'
import {
  InvalidRequest,
  parseBody,
  parseForm,
  parseJson,
  parseParameters,
  parseQuery,
} from '../requests/parse.ts'

/** Calls one use case with a body that fits the schema of its operation. */
export type AnyHandler = (body: unknown, call: Call) => ReturnType<Auth[OperationName]>

/** What the answers of all operations have in common. */
export interface OperationRules {
  /** The service's public address: pages of its origin may keep a session. */
  readonly publicBaseUrl: string
  /** The address before `/docs/errors#…` in problems. */
  readonly problemBase: string
  /** Largest body in bytes. */
  readonly maxBodyBytes: number
}

/** A request for an operation, with its path's parameters. */
interface OperationCall {
  readonly request: ApiRequest
  readonly parameters: Readonly<Record<string, string>>
  readonly handler: AnyHandler
}

/**
 * Parses a request, calls the use case of the operation, and presents what it says.
 *
 * @throws {InvalidRequest} For what the operation does not take.
 */
export async function operationAnswer(
  name: OperationName,
  rules: OperationRules,
  { request, parameters, handler }: OperationCall,
): Promise<ApiAnswer> {
  const operation: Operation = operations[name]
  const { publicBaseUrl, problemBase } = rules
  const parse = operation.body && (await readTyped(request, operation, rules.maxBodyBytes))
  const token = operation.bearer ? takeToken(request, operation.bearer) : ''
  const keptToken = readKeptCookie(request, { operation, publicBaseUrl })
  const path = parseParameters(parameters)
  const query = operation.query && parseQuery(operation.query, request.query)
  const body = operation.body && parse?.(operation.body)
  const from = { ...request.from, signal: request.signal }
  const tenantId = operation.ofTenant && path.tenant_id
  const outcome = await handler(body, { from, token, keptToken, tenantId, path, query })
  const cookies = keptCookieAfter(outcome, { operation, publicBaseUrl })
  const answer = answerOf(outcome, name, { problemBase, requestId: from.requestId })
  const set = cookies.map((cookie) => ['Set-Cookie', cookie] as const)
  return { ...answer, headers: [...set, ...answer.headers] }
}

function answerOf(
  outcome: Awaited<ReturnType<AnyHandler>>,
  name: OperationName,
  context: { readonly problemBase: string; readonly requestId: string },
): ApiAnswer {
  if (outcome.kind === 'refused') return problemAnswer(problemOfRefusal(outcome), context)
  if (outcome.kind === 'invalid') return problemAnswer(problemOfFields(outcome.errors), context)
  return {
    status: operations[name].status,
    headers: [['Content-Type', 'application/json; charset=utf-8']],
    body: JSON.stringify(present(outcome, name)),
  }
}

const jsonType = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i
const formType = /^application\/x-www-form-urlencoded(\s*;\s*charset="?utf-8"?)?\s*$/i

/**
 * JSON, in UTF-8: no other site's form can send it, and no two parsers differ (T-63). A form is taken
 * only where it takes a secret, too, which no other site has.
 */
async function readTyped(request: ApiRequest, { form }: Operation, maxBytes: number) {
  const type = request.headers['content-type'] ?? ''
  const isForm = form && formType.test(type)
  if (!isForm && !jsonType.test(type)) throw new InvalidRequest('unsupported_media_type')
  const body = await request.readBody(maxBytes)
  return (schema: v.GenericSchema) => {
    if (isForm) return parseForm(schema, body)
    return parseBody(schema, body.kind === 'parsed' ? body.value : parseJson(body.bytes))
  }
}

/**
 * The access token of a request.
 *
 * @returns An empty text where the token is optional and missing.
 * @throws {InvalidRequest} `token_missing`, or `malformed_request` for two tokens.
 */
export function takeToken(
  { rawHeaders }: Pick<ApiRequest, 'rawHeaders'>,
  need: NonNullable<Operation['bearer']>,
): string {
  const bearer = bearerToken(rawHeaders)
  if (bearer.kind === 'token') return bearer.token
  if (bearer.kind === 'missing' && need === 'optional') return ''
  throw new InvalidRequest(bearer.kind === 'missing' ? 'token_missing' : 'malformed_request')
}
