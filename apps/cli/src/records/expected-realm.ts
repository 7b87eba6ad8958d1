import type { Tenant } from '@gatehouse/auth-core'
import { isImported } from '@gatehouse/auth-core/operator'
import { type ExpectedRealm, newRealmSecrets } from '@gatehouse/keycloak'
import type { KeycloakDeployment } from './open-deployment.ts'

/** What our records say of the realm of an organization. */
export interface RealmRecord {
  /** The realm as it should be. */
  readonly expected: ExpectedRealm
  /** Whether its secrets are stored and in use. Otherwise the expected ones may be new. */
  readonly isLive: boolean
}

/** Reads how the realm of an organization should be. */
export async function readExpectedRealm(
  { keycloak: { realmAccounts } }: KeycloakDeployment,
  tenant: Tenant,
): Promise<RealmRecord> {
  const { id: realm, name, reservation } = tenant
  const account = await realmAccounts.find(reservation)
  const secrets = account?.secrets ?? newRealmSecrets()
  const kind = isImported(tenant) ? 'guest' : 'ours'
  return {
    expected: { kind, realm, name, reservation, secrets },
    isLive: account?.status === 'live',
  }
}

/**
 * Stores the secrets of a realm as in use. This happens before the realm gets them, so that they are never
 * only in the realm.
 */
export async function recordSecrets(
  { keycloak: { realmAccounts }, ports }: KeycloakDeployment,
  { realm, reservation, secrets }: ExpectedRealm,
): Promise<void> {
  const since = ports.clock.now()
  await realmAccounts.add({ reservation, realm, secrets, since, status: 'live' })
  await realmAccounts.mark(reservation, 'live', since)
}
