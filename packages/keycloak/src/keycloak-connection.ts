import type { Clock } from '@gatehouse/auth-core/ports'
import KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { baseUrlOf } from './base-url.ts'
import { type Bulkhead, createBulkhead } from './bulkhead.ts'
import type { NoticeSink } from './notice.ts'
import { noLeases, type PasswordLeases } from './password-leases.ts'
import type { RealmAccounts } from './realm-account.ts'
import { createRealmBulkhead, type RealmBulkhead } from './realm-bulkhead.ts'
import { createTokenEndpoint, type TokenEndpoint } from './token-endpoint.ts'

/** What every part of the adapter needs. */
export interface KeycloakConnection {
  /** The OpenID Connect endpoints of all realms. */
  readonly tokens: TokenEndpoint
  /** The records of the realms that we made. */
  readonly accounts: RealmAccounts
  /** Lets one process at a time check a password of a user. */
  readonly passwordLeases: PasswordLeases
  /** The time that the records of realms and access tokens go by. */
  readonly clock: Clock
  /** Sends notices to the operator. */
  readonly notify: NoticeSink
  /** For requests that take milliseconds; each names its realm. */
  readonly quick: RealmBulkhead
  /**
   * For requests that create or remove a realm, one at a time, because Keycloak fails with several at once.
   */
  readonly slow: Bulkhead
  /**
   * An administration client with this token. Each call names its realm (T-31).
   *
   * @param speed Which of the two time limits applies to its requests.
   */
  admin(accessToken: string, speed: 'quick' | 'slow'): KeycloakAdminClient
}

/** How to reach Keycloak. */
export interface KeycloakConnectionOptions {
  /** Up to the part before `/realms`. */
  readonly url: string
  /** Where the accounts of realms are stored. */
  readonly realmAccounts: RealmAccounts
  /** The leases of all processes that share the records. Left out where there is one process alone. */
  readonly passwordLeases?: PasswordLeases
  /** The time that the adapter goes by. */
  readonly clock: Clock
  /** Receives notices for the operator. */
  readonly onNotice?: NoticeSink
  /**
   * Seconds that a request may take that makes or removes no realm. Default 10. With more than twenty, another
   * process may take up a change of a password that this one is still at: three requests, in a lease of a minute.
   */
  readonly timeoutSeconds?: number
  /** Seconds that making or removing a realm may take. Default 60. */
  readonly realmTimeoutSeconds?: number
  /** The largest number of requests under way, besides those for realms. Default 32. */
  readonly concurrency?: number
}

/** Creates the connection to Keycloak. It sends no request, so Keycloak may be down. */
export function openKeycloakConnection(options: KeycloakConnectionOptions): KeycloakConnection {
  const { timeoutSeconds = 10, realmTimeoutSeconds = 60, concurrency = 32 } = options
  const url = baseUrlOf(options.url)
  const seconds = { quick: timeoutSeconds, slow: realmTimeoutSeconds }
  return {
    tokens: createTokenEndpoint({ url, timeoutSeconds }),
    accounts: options.realmAccounts,
    passwordLeases: options.passwordLeases ?? noLeases,
    clock: options.clock,
    notify: options.onNotice ?? (() => {}),
    quick: createRealmBulkhead({ concurrency, waiting: 2 * concurrency }),
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
