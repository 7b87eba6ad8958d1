import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { fault } from './failure.ts'
import type { KeycloakConnection } from './keycloak-connection.ts'
import type { RealmAccount } from './realm-account.ts'
import { adminClientId } from './realm-template.ts'

/** The result of authenticating in a realm. */
export type RealmEntry =
  | { readonly kind: 'entered'; readonly accessToken: string }
  /** There is no such realm, or it does not know our client. */
  | { readonly kind: 'realm_unknown' | 'client_unknown' }

/**
 * Authenticates as the account of a realm.
 *
 * @throws {PortError} `rejected` when the realm refuses the account.
 */
export async function enterRealm(
  { tokens, quick }: KeycloakConnection,
  { realm, secrets }: RealmAccount,
): Promise<RealmEntry> {
  const client = { realm, clientId: adminClientId, clientSecret: secrets.admin }
  const outcome = await quick.run(realm, () =>
    tokens.grant(client, { grant_type: 'client_credentials' }),
  )
  switch (outcome.kind) {
    case 'granted':
      return { kind: 'entered', accessToken: outcome.accessToken }
    case 'refused':
      throw fault('rejected', `the account in ${realm} is refused: ${outcome.description}`)
    case 'realm_unknown':
    case 'client_unknown':
      return { kind: outcome.kind }
  }
}

/**
 * Runs work in a live realm, as the realm's own account.
 *
 * @throws {PortError} Also `rejected` when the realm does not accept our account; the operator is told.
 */
export async function inRealm<Result>(
  connection: KeycloakConnection,
  account: RealmAccount,
  work: (admin: KeycloakAdminClient, accessToken: string) => Promise<Result>,
): Promise<Result> {
  const entry = await enterRealm(connection, account)
  if (entry.kind !== 'entered') {
    const kind = entry.kind === 'realm_unknown' ? 'realm_missing' : 'realm_refuses_us'
    connection.notify({ kind, realm: account.realm })
    throw fault('rejected', `the realm ${account.realm} does not let us in`)
  }
  const { accessToken } = entry
  return connection.quick.run(account.realm, () =>
    work(connection.admin(accessToken, 'quick'), accessToken),
  )
}
