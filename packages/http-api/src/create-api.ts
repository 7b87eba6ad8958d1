import type { IncomingMessage } from 'node:http'
import type { Auth, Requester } from '@gatehouse/auth-core'
import { type ClientAgents, createTrustedProxies } from '@gatehouse/auth-core/requests'
import { createGuard, type Guard } from './create-guard.ts'
import { type Edition, newestEdition } from './editions.ts'
import type { ApiLog } from './exchange.ts'
import { type Connection, createFetchHandler, type FetchHandler } from './fetch/fetch-handler.ts'
import { createFactsOf } from './node/facts-of.ts'
import { createNodeHandler, type NodeHandler, signalOf } from './node/node-handler.ts'
import type { RedirectingUseCase, StreamingUseCase } from './operations/operation.ts'
import type { OperationName } from './operations/operations.ts'
import type { OidcEdge } from './providers/oidc-routes.ts'
import { createHopWarning } from './requester/create-hop-warning.ts'
import { readFacts } from './requester/request-facts.ts'
import { createRoutes } from './routes/routes.ts'

/** What the API is made of. Only the use cases and the clock have to be given. */
export interface ApiOptions {
  /** The use cases, as `createAuth` binds them. */
  readonly auth: Pick<Auth, OperationName | RedirectingUseCase | StreamingUseCase | 'authenticate'>
  /** The clock of the core's ports: when a request has arrived is told by the clock that tokens are checked by. */
  readonly now: () => Date
  /**
   * What comes before the paths of the API, such as `/identity`, for hosts that do not take it off the address
   * themselves: `node:http`, Fastify, Next, Bun. Leave it out below `app.use('/identity', …)`.
   */
  readonly prefix?: string
  /**
   * The address at which people reach the service: its pages may keep a session by a cookie. Without it there are no
   * routes for that.
   */
  readonly publicBaseUrl?: string
  /** The edition of the interface; the newest unless given. */
  readonly edition?: Edition
  /** Whether `introspectionSecret` of the core is set, so that backends may ask about tokens. `false` unless given. */
  readonly answersBackends?: boolean
  /** Largest body in bytes; 65,536 unless given. */
  readonly maxBodyBytes?: number
  /** The address before `/docs/errors#…` in the `type` of problems; relative unless given. */
  readonly problemBase?: string
  /** How the `User-Agent` of one's own tools begins; without it every client is a browser, `ui`. */
  readonly agents?: Partial<ClientAgents>
  /** Addresses and CIDR blocks of the proxies whose `X-Forwarded-For` is trusted; none unless given. */
  readonly trustedProxies?: readonly string[]
  /** The language of mails for a value of `Accept-Language`: `preferredLanguage` of `@gatehouse/smtp` is one. */
  readonly languageOf?: (accepted: string | undefined) => string | undefined
  /** The providers and pages of redirects; without them there are no such routes. */
  readonly oidc?: OidcEdge
  /** Gets failures; `console` unless given. */
  readonly log?: ApiLog
}

/** The API, mounted in any server. */
export interface Api extends Guard {
  /** Answers below the prefix what is the API's, and calls `next` for everything else. */
  readonly node: NodeHandler
  /** The same for servers of the Fetch standard. */
  readonly fetch: FetchHandler
  /**
   * Who sent a request, for commands of the core in routes of one's own: `auth.logIn({ …, from: requester(request) })`.
   *
   * @param connection Of a request of the Fetch standard alone: Node's has its own.
   */
  readonly requester: (request: HostRequest, connection?: Connection) => Requester
}

/** A request of Node, of what is built on it, or of the Fetch standard. */
export type HostRequest = IncomingMessage | Request

/** Makes the routes of the auth API for one service. Nothing is opened, so nothing has to be closed. */
export function createApi(options: ApiOptions): Api {
  const { auth, now, prefix = '', problemBase = '', log = console } = options
  const rules = {
    agents: { cli: [], vscode: [], ...options.agents },
    trustedProxies: createTrustedProxies(options.trustedProxies ?? []),
    onUnreadableHop: createHopWarning(log),
    languageOf: options.languageOf ?? (() => undefined),
    now,
  }
  const factsOf = createFactsOf(rules)
  const requester = (request: HostRequest, { address: peer = '' }: Connection = {}): Requester => {
    if (!('rawHeaders' in request)) {
      const { from } = readFacts({ peer, rawHeaders: [...request.headers].flat() }, rules)
      return Object.assign(from, { signal: request.signal })
    }
    return Object.assign(factsOf(request).from, { signal: signalOf(request) })
  }
  const routes = createRoutes({
    ...{ auth, log, problemBase },
    edition: options.edition ?? newestEdition,
    answersBackends: options.answersBackends ?? false,
    publicBaseUrl: options.publicBaseUrl ?? '',
    maxBodyBytes: options.maxBodyBytes ?? 65_536,
    ...(options.oidc && { oidc: options.oidc }),
  })
  return {
    node: createNodeHandler(routes, { factsOf, prefix, problemBase }),
    fetch: createFetchHandler(routes, { requester, prefix, problemBase }),
    requester,
    ...createGuard({
      auth,
      problemBase,
      requestIdOf: (request) => factsOf(request).from.requestId,
    }),
  }
}
