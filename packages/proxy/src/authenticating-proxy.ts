import type { IncomingMessage, ServerResponse } from 'node:http'
import { bearerToken } from '@gatehouse/auth-core/requests'
import { type Authenticate, tokenMissing, tokenRefused } from './bearer.ts'
import type { ProxyEngine } from './engines/engine.ts'
import type { ProxyHost } from './proxy-host.ts'
import { rejectRequest } from './reject-request.ts'
import type { Rejection } from './rejection.ts'
import { type ClientAddress, upstreamHeaders } from './upstream-headers.ts'

/** The parts of an authenticating proxy. */
export interface AuthenticatingProxyOptions extends Pick<ProxyHost, 'renderer'> {
  /** Forwards the accepted requests. The caller closes it. */
  readonly engine: Pick<ProxyEngine, 'forward'>
  /** Called once for each request with exactly one token. */
  readonly authenticate: Authenticate
  /** The protocol that clients use: `https` behind a proxy that ends TLS. */
  readonly protocol: ClientAddress['protocol']
}

/** What the service knows about a request, and the fields for its answer. */
export interface ProxiedRequest {
  /** The client's IP address, without a port. */
  readonly address: string
  /** What the cap on one network counts by; the address itself will do. */
  readonly network: string
  /** The moment as of which the token is checked. */
  readonly receivedAt: Date
  /** The request's id, for the backend and the log. */
  readonly requestId: string
  /** Fields that the service adds to every answer: names and values in turn, each name once. */
  readonly answerHeaders: readonly string[]
}

/** A reverse proxy that forwards requests with a valid access token. */
export interface AuthenticatingProxy {
  /**
   * Answers a request, whatever happens: with the backend's answer if its bearer token holds, else
   * with a rejection, and nothing goes upstream. The target goes on exactly as it came; which targets
   * are the backend's is for the service to check, before.
   *
   * The backend learns from header fields who asks, and from where; nothing that a client says about
   * that reaches it.
   */
  forward(request: IncomingMessage, response: ServerResponse, context: ProxiedRequest): void
}

/** Puts the check of tokens before an engine. */
export function createAuthenticatingProxy({
  engine,
  authenticate,
  protocol,
  renderer,
}: AuthenticatingProxyOptions): AuthenticatingProxy {
  const reject = (response: ServerResponse, rejection: Rejection, context: ProxiedRequest) => {
    const { answerHeaders, requestId } = context
    rejectRequest(response, rejection, { renderer, answerHeaders, requestId })
  }
  return {
    forward(request, response, context) {
      const { rawHeaders, url: target = '' } = request
      const bearer = bearerToken(rawHeaders)
      if (bearer.kind === 'malformed') return reject(response, malformed, context)
      if (bearer.kind === 'missing') return reject(response, tokenMissing, context)
      const { address, answerHeaders, network, receivedAt, requestId } = context
      const verified = authenticate(bearer.token, receivedAt)
      if (verified.kind === 'refused') return reject(response, tokenRefused(verified), context)

      const { host, authorization = '' } = request.headers
      const client = { address, protocol, host }
      const { claims } = verified
      const headers = upstreamHeaders(rawHeaders, { claims, authorization, client, requestId })
      const { userId, tenantId } = claims
      const party = { userId, tenantId, network }
      engine.forward(request, response, { target, headers, answerHeaders, party, requestId })
    },
  }
}

const malformed: Rejection = { code: 'malformed_request' }
