import type { IncomingMessage } from 'node:http'
import type { Auth } from '@gatehouse/auth-core'
import { unreachable } from '../lib/unreachable.ts'
import type { Problem } from '../problems/problem.ts'
import type { ProblemCode } from '../problems/problems.ts'
import { bearerChallenge, bearerToken } from '../proxy/bearer.ts'
import { upstreamHeaders } from '../proxy/headers.ts'
import { valuesOf } from '../proxy/hop-by-hop.ts'
import { classifyTarget } from '../proxy/target.ts'
import type { RequestFacts } from './requester.ts'

/** What becomes of a plain request. */
export type Decision =
  | { readonly kind: 'refuse'; readonly problem: Problem }
  /** The gateway answers it itself. */
  | { readonly kind: 'own' }
  /** With the request target and the header section for the backend. */
  | { readonly kind: 'forward'; readonly target: string; readonly headers: readonly string[] }

/** What judging needs to know. */
export interface RouteOptions {
  readonly auth: Pick<Auth, 'authenticate'>
  /** What clients see at their end: `https` behind a proxy that ends TLS. */
  readonly protocol: 'http' | 'https'
}

/** More header fields than this are refused: far more than anybody needs (T-72). */
export const maxHeaders = 100

/**
 * Judges a plain request before anything else touches it. Whatever is not plainly the gateway's
 * own needs a valid token, and nothing under the auth routes is ever proxied (T-64).
 */
export function routeRequest(
  request: Pick<IncomingMessage, 'headers' | 'httpVersion' | 'method' | 'rawHeaders' | 'url'>,
  facts: RequestFacts,
  options: RouteOptions,
): Decision {
  if (request.rawHeaders.length > 2 * maxHeaders) {
    return refuse('headers_too_large', { Connection: 'close' })
  }
  if (!namesItsHost(request)) return refuse('malformed_request', { Connection: 'close' })
  const target = classifyTarget(request.url ?? '', request.method ?? '')
  switch (target.kind) {
    case 'malformed':
      return refuse('malformed_request', { Connection: 'close' })
    case 'method_not_allowed':
      return refuse('method_not_allowed', { Allow: target.allow })
    case 'terminal':
      return refuse('malformed_request', { Upgrade: 'websocket' })
    case 'backend':
      return routeProxied(request, facts, options)
    case 'auth':
    case 'own':
      return { kind: 'own' }
    default:
      return unreachable(target)
  }
}

/** HTTP/1.1 asks for one host (RFC 9112, section 3.2): two readers of two could differ (T-51). */
function namesItsHost({
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>): boolean {
  const hosts = valuesOf(rawHeaders, 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

function routeProxied(
  { headers, rawHeaders, url }: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>,
  { address, from: { requestId, receivedAt } }: RequestFacts,
  { auth, protocol }: RouteOptions,
): Decision {
  const bearer = bearerToken(rawHeaders)
  if (bearer.kind === 'malformed') return refuse('malformed_request')
  if (bearer.kind === 'missing') return challenge('token_missing')
  const verified = auth.authenticate(bearer.token, receivedAt)
  if (verified.kind === 'refused') return challenge(verified.refusal)

  const { host, authorization = '' } = headers
  const client = { address, protocol, ...(host !== undefined && { host }) }
  const { claims } = verified
  const upstream = upstreamHeaders(rawHeaders, { claims, authorization, client, requestId })
  return { kind: 'forward', target: url ?? '', headers: upstream }
}

function refuse(code: ProblemCode, headers: Readonly<Record<string, string>> = {}): Decision {
  return { kind: 'refuse', problem: { code, headers } }
}

function challenge(code: ProblemCode): Decision {
  return refuse(code, { 'WWW-Authenticate': bearerChallenge(code) })
}
