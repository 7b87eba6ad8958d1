import type { Auth } from '@gatehouse/auth-core'
import type { Clock } from '@gatehouse/auth-core/ports'
import { createTrustedProxies } from '@gatehouse/auth-core/requests'
import { type Api, type ApiOptions, createApi, editions } from '@gatehouse/http-api'
import { checkOptions, type OptionKind } from './check-options.ts'
import type { WorkLog } from './parts/work-log.ts'

/** How the routes are mounted: the options of `createApi` that the host decides. */
export type HttpOptions = Omit<ApiOptions, 'answersBackends' | 'auth' | 'log' | 'now'>

/**
 * Checks the options of a host, for callers without a compiler.
 *
 * @throws {TypeError} Naming the first one that does not exist or is of another kind.
 */
export function checkHttpOptions(options: HttpOptions): void {
  checkOptions('openGatehouse: http', options, {
    prefix: 'string?',
    publicBaseUrl: 'string?',
    edition: 'string?',
    maxBodyBytes: 'number?',
    problemBase: 'string?',
    agents: 'object?',
    trustedProxies: 'object?',
    languageOf: 'function?',
    oidc: 'object?',
  } satisfies Readonly<Record<keyof HttpOptions, OptionKind>>)
  const { agents = {}, edition, maxBodyBytes = 1, prefix, trustedProxies = [] } = options
  const wrong = (name: string, what: string) =>
    new TypeError(`openGatehouse: http.${name} has to be ${what}`)
  if (edition !== undefined && !editions.includes(edition)) {
    throw wrong('edition', editions.join(' or '))
  }
  if (maxBodyBytes < 1) throw wrong('maxBodyBytes', 'at least 1')
  if (prefix !== undefined && !/^(?:\/[^/?#]+)+$/.test(prefix)) {
    throw wrong('prefix', 'a path such as /identity')
  }
  if (!isTexts(trustedProxies)) throw wrong('trustedProxies', 'a list of texts')
  createTrustedProxies(trustedProxies)
  const known = new Set(['cli', 'vscode'])
  for (const [client, texts] of Object.entries(agents)) {
    if (!known.has(client)) throw wrong('agents', 'of cli and vscode alone')
    if (!isTexts(texts)) throw wrong(`agents.${client}`, 'a list of texts')
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** What the routes need. */
export interface MountedParts {
  /** The use cases. */
  readonly auth: Auth
  /** The clock of the core. */
  readonly clock: Clock
  /** See `FreshTokenState`. */
  readonly whenFresh: () => Promise<void> | undefined
  /** Whether backends may ask about tokens. */
  readonly answersBackends: boolean
  /** Gets failures of requests. */
  readonly log: WorkLog
}

/** The routes of the API, which check no token before the state of tokens is fresh. */
export function mountRoutes(parts: MountedParts, options: HttpOptions = {}): Api {
  const { answersBackends, auth, clock, log, whenFresh } = parts
  const api = createApi({ ...options, answersBackends, auth, log, now: () => clock.now() })
  return {
    ...api,
    async node(request, response, next) {
      await whenFresh()
      await api.node(request, response, next)
    },
    async fetch(request, connection) {
      await whenFresh()
      return api.fetch(request, connection)
    },
    requireAuth(request, response, next) {
      const waiting = whenFresh()
      if (!waiting) return api.requireAuth(request, response, next)
      return waiting.then(() => api.requireAuth(request, response, next))
    },
  }
}
