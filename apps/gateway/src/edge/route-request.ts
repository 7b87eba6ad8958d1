import type { IncomingMessage } from 'node:http'
import { headerValues, peerAddress, type TrustedProxies } from '@gatehouse/auth-core/requests'
import type { Problem, ProblemCode } from '@gatehouse/http-api'
import { checkPath, isCheckTarget } from '../lib/check-path.ts'
import { unreachable } from '../lib/unreachable.ts'
import { classifyTarget } from './target.ts'

/** Which part answers a plain request. */
export type Route =
  /** The request is refused. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** The gateway answers it itself. */
  | { readonly kind: 'own' }
  /** The backend answers it, if its token is valid. */
  | { readonly kind: 'backend' }
  /** Another proxy asks whether a request may pass. */
  | { readonly kind: 'check' }

/** What routing reads of a request. */
export type RoutedRequest = Pick<
  IncomingMessage,
  'httpVersion' | 'method' | 'rawHeaders' | 'url'
> & { readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'> }

/** The largest number of header fields: far more than any client needs (T-72). */
export const maxHeaders = 100

/**
 * Routes a plain request before anything else touches it. A request that is not clearly the gateway's goes to
 * the backend, but never one below the auth routes (T-64).
 *
 * @param trustedProxies There are addresses for them alone.
 */
export function routeRequest(request: RoutedRequest, trustedProxies: TrustedProxies): Route {
  if (request.rawHeaders.length > 2 * maxHeaders) {
    return refuse('headers_too_large', { Connection: 'close' })
  }
  if (!namesItsHost(request)) return refuse('malformed_request', { Connection: 'close' })
  // What the server as a whole takes (RFC 9112, section 3.2.4): as any page of it.
  if (request.method === 'OPTIONS' && request.url === '*') request.url = '/'
  const target = classifyTarget(request.url ?? '', request.method ?? '')
  switch (target.kind) {
    case 'malformed':
      return refuse('malformed_request', { Connection: 'close' })
    case 'method_not_allowed':
      return refuse('method_not_allowed', { Allow: target.allow })
    case 'terminal':
      return refuse('malformed_request', { Upgrade: 'websocket' })
    case 'backend':
      return backend
    case 'auth':
      return isCheckTarget(target.path) ? routeCheck(request, target.path, trustedProxies) : own
    case 'own':
      return own
    default:
      return unreachable(target)
  }
}

const backend: Route = { kind: 'backend' }
const own: Route = { kind: 'own' }
const check: Route = { kind: 'check' }

function routeCheck(
  { method, socket }: RoutedRequest,
  path: string,
  trustedProxies: TrustedProxies,
): Route {
  // Below it any method is that of the request that is asked about.
  if (path !== checkPath) {
    return trustedProxies.includes(peerAddress(socket.remoteAddress ?? '')) ? check : own
  }
  return method === 'GET' || method === 'HEAD'
    ? check
    : refuse('method_not_allowed', { Allow: 'GET' })
}

/** HTTP/1.1 asks for one host (RFC 9112, section 3.2): two readers of two could differ (T-51). */
function namesItsHost({
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>): boolean {
  const hosts = headerValues(rawHeaders, 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

function refuse(code: ProblemCode, headers: Readonly<Record<string, string>>): Route {
  return { kind: 'refused', problem: { code, headers } }
}
