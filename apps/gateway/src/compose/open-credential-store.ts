import type { Clock, CredentialStore } from '@gatehouse/auth-core/ports'
import type { Sealer } from '@gatehouse/crypto'
import { type BulkheadState, createKeycloakCredentialStore, type Notice } from '@gatehouse/keycloak'
import type { CredentialStoreSettings, KeycloakSettings } from '@gatehouse/settings'
import {
  createLocalCredentialStore,
  createSqlPasswordLeases,
  createSqlRealmAccounts,
  type Database,
  maxConcurrentHashes,
} from '@gatehouse/sql'
import type { Logger } from 'pino'
import type { PasswordConcurrency } from './open-admission.ts'

/** Each hash takes a processor core; setting passwords is rare. */
const localConcurrency: PasswordConcurrency = { check: maxConcurrentHashes, set: 1 }

/** A check is two requests in sequence. Sign-ups have a queue of their own, one at a time. */
const keycloakConcurrency: PasswordConcurrency = { check: 16, set: 32 }

/** The credential store, and its regular maintenance. */
export interface CredentialStoreHandle {
  /** The port, on the database or on Keycloak. */
  readonly credentialStore: CredentialStore
  /** Removes the remains of sign-ups that were given up. */
  readonly purgeCredentialStore: () => Promise<void>
  /** How much it can be asked at once. */
  readonly concurrency: PasswordConcurrency
  /** The load of the bulkheads before an external store, by name. */
  readonly bulkheads?: () => Readonly<Record<string, BulkheadState>>
}

/** What opening a store needs. */
export interface CredentialStoreParts {
  /** Holds the passwords, or the gateway's accounts in Keycloak's realms. */
  readonly database: Database
  /** Seals the secrets of those accounts. */
  readonly sealer: Sealer
  /** The clock of the store. */
  readonly clock: Clock
  /** Logs the store's notices. */
  readonly log?: Logger
}

/** Opens the store of the settings. It sends no request, so the store may be unreachable. */
export function openCredentialStore(
  settings: CredentialStoreSettings,
  parts: CredentialStoreParts,
): CredentialStoreHandle {
  if (settings.kind === 'keycloak') return openKeycloak(settings, parts)
  return {
    credentialStore: createLocalCredentialStore(parts.database),
    concurrency: localConcurrency,
    purgeCredentialStore: async () => {},
  }
}

function openKeycloak(
  { kind: _, ...settings }: KeycloakSettings,
  { database, sealer, clock, log }: CredentialStoreParts,
): CredentialStoreHandle {
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
