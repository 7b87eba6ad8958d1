import type { Auth } from '@gatehouse/auth-core'
import type { Clock } from '@gatehouse/auth-core/ports'
import { type Api, type ApiOptions, createApi } from '@gatehouse/http-api'
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
