import type { Clock } from '@gatehouse/auth-core/ports'
import KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { baseUrlOf } from './base-url.ts'
import { type Bulkhead, createBulkhead } from './bulkhead.ts'
import type { NoticeSink } from './notice.ts'
import { noTurns, type PasswordTurns } from './password-turns.ts'
import type { RealmAccounts } from './realm-account.ts'
import { createRealmBulkhead, type RealmBulkhead } from './realm-bulkhead.ts'
import { createTokenEndpoint, type TokenEndpoint } from './token-endpoint.ts'

/** What every part of the adapter works with. */
export interface KeycloakConnection {
  /** The OpenID Connect endpoints of all realms. */
  readonly tokens: TokenEndpoint
  /** The records of the realms that we made. */
  readonly accounts: RealmAccounts
  /** Whose turn it is to check a password of a user. */
  readonly turns: PasswordTurns
  /** The time that the records of realms and access tokens go by. */
  readonly clock: Clock
  /** Tells the operator. */
  readonly notify: NoticeSink
  /** For requests that take milliseconds, each to the realm that it names. */
  readonly quick: RealmBulkhead
  /**
   * For requests that make or remove a realm, one at a time: Keycloak trips over itself otherwise.
   */
  readonly slow: Bulkhead
  /**
   * An administration client that bears this token. Realms are named in each call (T-31).
   *
   * @param speed Which of the two time limits its requests have.
   */
  admin(accessToken: string, speed: 'quick' | 'slow'): KeycloakAdminClient
}

/** How Keycloak is reached. */
export interface KeycloakConnectionOptions {
  /** Up to the part before `/realms`. */
  readonly url: string
  /** Where the accounts in realms are kept. */
  readonly realmAccounts: RealmAccounts
  /** The turns of all processes that share the records. Left out where there is one process alone. */
  readonly turns?: PasswordTurns
  /** The time that the adapter goes by. */
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

/**
 * Puts together what reaches Keycloak. It sends nothing by itself: Keycloak may be down meanwhile.
 */
export function openKeycloakConnection(options: KeycloakConnectionOptions): KeycloakConnection {
  const { timeoutSeconds = 10, realmTimeoutSeconds = 60, concurrency = 32 } = options
  const url = baseUrlOf(options.url)
  const seconds = { quick: timeoutSeconds, slow: realmTimeoutSeconds }
  return {
    tokens: createTokenEndpoint({ url, timeoutSeconds }),
    accounts: options.realmAccounts,
    turns: options.turns ?? noTurns,
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
