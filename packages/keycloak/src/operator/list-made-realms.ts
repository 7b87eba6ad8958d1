import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'

/**
 * The realms that an account in `master` created, ordered by name. Keycloak gives an account roles in each
 * realm that it creates, and removes them with the realm, so other realms need not be read.
 */
export async function listMadeRealms(
  admin: KeycloakAdminClient,
  clientId: string,
): Promise<readonly string[]> {
  const realm = 'master'
  const [client] = await admin.clients.find({ realm, clientId })
  if (!client?.id || !client.serviceAccountsEnabled) return []
  const { id = '' } = await admin.clients.getServiceAccountUser({ realm, id: client.id })
  const { clientMappings = {} } = await admin.users.listRoleMappings({ realm, id })
  return Object.keys(clientMappings)
    .flatMap((name) => /^(.+)-realm$/.exec(name)?.[1] ?? [])
    .filter((name) => name !== 'master')
    .toSorted()
}
