import type { Clock } from '@gatehouse/auth-core/ports'
import KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { type Bulkhead, createBulkhead } from './bulkhead.ts'
import type { NoticeSink } from './notice.ts'
import type { RealmAccounts } from './realm-account.ts'
import { createTokenEndpoint, type TokenEndpoint } from './token-endpoint.ts'

/** What every part of the adapter works with. */
export interface Connection {
  readonly tokens: TokenEndpoint
  readonly accounts: RealmAccounts
  readonly clock: Clock
  readonly notify: NoticeSink
  /** For what takes milliseconds. */
  readonly quick: Bulkhead
  /** For making and removing realms, one at a time: Keycloak trips over itself otherwise. */
  readonly slow: Bulkhead
  /** An administration client that bears this token. Realms are named in each call (T-31). */
  admin(accessToken: string, speed: 'quick' | 'slow'): KeycloakAdminClient
}

/** How Keycloak is reached. */
export interface ConnectionOptions {
  /** Up to the part before `/realms`. */
  readonly url: string
  readonly realmAccounts: RealmAccounts
  readonly clock: Clock
  /** What the operator should know. */
  readonly onNotice?: NoticeSink
  /** How long a request may take that makes or removes no realm. Default 10. */
  readonly timeoutSeconds?: number
  /** How long making or removing a realm may take. Default 60. */
  readonly realmTimeoutSeconds?: number
  /** How many requests may be under way, besides those for realms. Default 32. */
  readonly concurrency?: number
}

export function openConnection(options: ConnectionOptions): Connection {
  const { timeoutSeconds = 10, realmTimeoutSeconds = 60, concurrency = 32 } = options
  const url = options.url.replace(/\/+$/, '')
  const seconds = { quick: timeoutSeconds, slow: realmTimeoutSeconds }
  return {
    tokens: createTokenEndpoint({ url, timeoutSeconds }),
    accounts: options.realmAccounts,
    clock: options.clock,
    notify: options.onNotice ?? (() => {}),
    quick: createBulkhead({ concurrency, waiting: 2 * concurrency }),
    slow: createBulkhead({ concurrency: 1, waiting: 16 }),
    admin(accessToken, speed) {
      const client = new KeycloakAdminClient({
        baseUrl: url,
        timeout: seconds[speed] * 1000,
        requestOptions: { redirect: 'error' },
      })
      client.registerTokenProvider({ getAccessToken: async () => accessToken })
      return client
    },
  }
}
