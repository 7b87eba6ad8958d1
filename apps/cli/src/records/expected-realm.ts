import type { Tenant } from '@gatehouse/auth-core'
import { isImported } from '@gatehouse/auth-core/operator'
import { type ExpectedRealm, newRealmSecrets } from '@gatehouse/keycloak'
import type { KeycloakDeployment } from './open-deployment.ts'

/** What our records say of the realm of an organization. */
export interface RealmRecord {
  /** What the realm should be like. */
  readonly expected: ExpectedRealm
  /** Whether its secrets are on record and in use. Otherwise those expected may be new ones. */
  readonly isLive: boolean
}

/** Reads what the realm of an organization should be like. */
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
 * Puts the secrets of a realm on record, as in use. That comes before the realm is given them, so
 * that no realm can have secrets that are nowhere else.
 */
export async function recordSecrets(
  { keycloak: { realmAccounts }, ports }: KeycloakDeployment,
  { realm, reservation, secrets }: ExpectedRealm,
): Promise<void> {
  const since = ports.clock.now()
  await realmAccounts.add({ reservation, realm, secrets, since, status: 'live' })
  await realmAccounts.mark(reservation, 'live', since)
}
