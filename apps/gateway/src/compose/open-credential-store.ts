import type { Clock, CredentialStore } from '@gatehouse/auth-core/ports'
import type { Sealer } from '@gatehouse/crypto'
import { type BulkheadState, createKeycloakCredentialStore, type Notice } from '@gatehouse/keycloak'
import type { CredentialStoreSettings, KeycloakSettings } from '@gatehouse/settings'
import {
  createLocalCredentialStore,
  createSqlPasswordTurns,
  createSqlRealmAccounts,
  type Database,
} from '@gatehouse/sql'
import type { Logger } from 'pino'
import type { PasswordConcurrency } from './open-admission.ts'

/** Hashes take a core each; to set passwords is rare. */
const localConcurrency: PasswordConcurrency = { check: 4, set: 2 }

/** A check is two requests in turn. Of what is set, sign-ups have a line of their own, one at a time. */
const keycloakConcurrency: PasswordConcurrency = { check: 16, set: 32 }

/** Where passwords are kept, and what has to be done about it now and then. */
export interface CredentialStoreHandle {
  /** The port, on the database or on Keycloak. */
  readonly credentialStore: CredentialStore
  /** Removes what was left behind by sign-ups that were given up. */
  readonly purgeCredentialStore: () => Promise<void>
  /** How much may be asked of it at once. */
  readonly concurrency: PasswordConcurrency
  /** How busy the ways to a store elsewhere are, by their names. */
  readonly bulkheads?: () => Readonly<Record<string, BulkheadState>>
}

/** What the stores are opened with. */
export interface CredentialStoreParts {
  /** Holds the passwords, or the accounts that the gateway has in Keycloak's realms. */
  readonly database: Database
  /** Seals the secrets of those accounts. */
  readonly sealer: Sealer
  /** The time that the store goes by. */
  readonly clock: Clock
  /** What the store has noticed is logged here. */
  readonly log?: Logger
}

/** Opens the store that the settings name. Nothing is asked of it: it may be away. */
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
    turns: createSqlPasswordTurns(database),
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
