import type { CredentialStore, Ports } from '@gatehouse/auth-core/ports'
import type { KeycloakOperator, RealmAccounts } from '@gatehouse/keycloak'
import type { Database } from '@gatehouse/sql'

/** What the checks look at. */
export interface Site {
  readonly ports: Pick<Ports, 'clock' | 'store'> & { readonly credentialStore: CredentialStore }
  readonly database: Database
}

/** A site whose passwords are in Keycloak. */
export interface KeycloakSite extends Site {
  readonly realmAccounts: RealmAccounts
  readonly operator: KeycloakOperator
  /** The client of `master` that makes our realms. */
  readonly clientId: string
  /** The orphan realm that may be removed with the people in it. */
  readonly removeRealm: string | undefined
}

/** What was looked at. */
export interface Tally {
  organizations: number
  accounts: number
  /** What was left alone on purpose, a sentence each. */
  readonly notes: string[]
}
