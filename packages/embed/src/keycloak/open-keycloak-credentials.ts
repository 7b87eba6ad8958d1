import {
  type BulkheadState,
  createKeycloakCredentialStore,
  type KeycloakCredentialStoreOptions,
  type Notice,
} from '@gatehouse/keycloak'
import {
  createSqlPasswordLeases,
  createSqlRealmAccounts,
  type Database,
  type Sealer,
} from '@gatehouse/sql/records'
import type { OpenCredentials, Tools } from '../parts/adapters.ts'
import type { PasswordConcurrency } from '../parts/open-admission.ts'

/** A check is two requests in sequence. Sign-ups have a queue of their own, one at a time. */
const keycloakConcurrency: PasswordConcurrency = { check: 16, set: 32 }

/** The address of Keycloak, the account that makes realms, and how long to wait. */
export type KeycloakSettings = Pick<
  KeycloakCredentialStoreOptions,
  'url' | 'clientId' | 'clientSecret' | 'timeoutSeconds' | 'realmTimeoutSeconds'
>

/** What the store needs beside Keycloak. */
export interface KeycloakParts extends Pick<Tools, 'clock'>, Partial<Pick<Tools, 'log'>> {
  /** Keeps the accounts in Keycloak's realms. */
  readonly database: Database
  /** Seals the secrets of those accounts. */
  readonly sealer: Sealer
}

/** Passwords in Keycloak. */
export interface KeycloakCredentials extends OpenCredentials {
  /** The load of the bulkheads before Keycloak, by name. */
  readonly bulkheads: () => Readonly<Record<string, BulkheadState>>
}

/** Opens the store. It sends no request, so Keycloak may be unreachable. */
export function openKeycloakCredentials(
  settings: KeycloakSettings,
  { database, sealer, clock, log }: KeycloakParts,
): KeycloakCredentials {
  const store = createKeycloakCredentialStore({
    ...settings,
    realmAccounts: createSqlRealmAccounts(database, { sealer }),
    passwordLeases: createSqlPasswordLeases(database),
    clock,
    onNotice: ({ kind, realm }) => log?.warn({ notice: kind, realm }, meaningOf[kind]),
  })
  return {
    credentialStore: store,
    concurrency: keycloakConcurrency,
    purgeCredentialStore: () => store.purgeExpired(),
    bulkheads: store.bulkheads,
  }
}

const meaningOf: Readonly<Record<Notice['kind'], string>> = {
  account_not_set_up: 'a required action of Keycloak keeps a user out',
  account_locked: 'Keycloak has locked a user for a while after wrong passwords',
  account_replaced: 'Keycloak knows another user by the name of one of ours',
  realm_missing: 'a realm of an organization is gone from Keycloak',
  realm_refuses_us: 'a realm does not accept its account of the gateway',
  session_left: 'a session in Keycloak could not be ended; it ends in a minute',
}
