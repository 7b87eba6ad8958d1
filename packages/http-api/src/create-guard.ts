import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AccessClaims, Auth } from '@gatehouse/auth-core'
import { bearerToken } from '@gatehouse/auth-core/requests'
import { writeAnswer } from './node/write-answer.ts'
import { type Problem, problemAnswer } from './problems/problem.ts'
import { problemOfRefusal } from './problems/problem-of.ts'

/** A request whose sender is known. */
export interface AuthenticatedRequest extends IncomingMessage {
  /** Whose the access token is; set by `requireAuth`. */
  claims?: AccessClaims
}

/** Lets requests through by their access token. */
export interface Guard {
  /**
   * Middleware for routes of one's own: notes the claims of the access token at `request.claims` and calls `next`;
   * a request without a good one is answered with a problem, 401 or 403.
   */
  readonly requireAuth: (
    request: AuthenticatedRequest,
    response: ServerResponse,
    next: () => void,
  ) => void | Promise<void>
  /** The claims of the access token in `Authorization`; `null` without a good one. Looks nothing up. */
  readonly claimsOf: (request: HeaderedRequest) => AccessClaims | null
}

/** Any request that has header fields: of Node, Express, Fastify or the Fetch standard. */
export interface HeaderedRequest {
  /** By name, in lower case for Node's. */
  readonly headers: Iterable<readonly [string, string]> | Readonly<NodeJS.Dict<string | string[]>>
  /** Names and values in turn, as Node has them. They show what `headers` hides: a field that is there twice. */
  readonly rawHeaders?: readonly string[]
}

/** What checking a token needs. */
export interface GuardOptions {
  /** Checks tokens; looks nothing up. */
  readonly auth: Pick<Auth, 'authenticate'>
  /** The address before `/docs/errors#…` in problems. */
  readonly problemBase: string
  /** The id of a request. */
  readonly requestIdOf: (request: IncomingMessage) => string
}

/** Reads the claims of requests. */
export function createGuard({ auth, problemBase, requestIdOf }: GuardOptions): Guard {
  /** Who was let in stays in for as long as the request takes. */
  const admitted = new WeakMap<object, AccessClaims>()

  function check(request: HeaderedRequest): AccessClaims | Problem {
    const known = admitted.get(request)
    if (known) return known
    const bearer = bearerToken(rawHeadersOf(request))
    if (bearer.kind === 'missing') return { code: 'token_missing' }
    if (bearer.kind === 'malformed') return { code: 'malformed_request' }
    const outcome = auth.authenticate(bearer.token)
    return outcome.kind === 'refused' ? problemOfRefusal(outcome) : outcome.claims
  }

  return {
    requireAuth(request, response, next) {
      const claims = check(request)
      if ('code' in claims) {
        const context = { problemBase, requestId: requestIdOf(request) }
        void writeAnswer(response, problemAnswer(claims, context))
        return
      }
      admitted.set(request, claims)
      request.claims = claims
      next()
    },
    claimsOf(request) {
      const claims = check(request)
      return 'code' in claims ? null : claims
    },
  }
}

function rawHeadersOf({ headers, rawHeaders }: HeaderedRequest): readonly string[] {
  if (rawHeaders) return rawHeaders
  const entries =
    Symbol.iterator in headers
      ? [...(headers as Iterable<readonly [string, string]>)]
      : Object.entries(headers)
  return entries.flatMap(([name, value]) => [value ?? []].flat().flatMap((each) => [name, each]))
}
