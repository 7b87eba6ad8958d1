import type { Role } from '@gatehouse/auth-core/ports'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'

/** Gives a user of a realm the realm role of this name, and revokes our other roles. */
export async function setRole(
  admin: KeycloakAdminClient,
  where: { readonly realm: string; readonly id: string },
  wanted: Role,
): Promise<void> {
  const { realm } = where
  for (const name of ['super_admin', 'company_admin'] as const) {
    const role = await admin.roles.findOneByName({ realm, name })
    if (!role?.id) continue
    const roles = [{ id: role.id, name }]
    if (name === wanted) await admin.users.addRealmRoleMappings({ ...where, roles })
    else await admin.users.delRealmRoleMappings({ ...where, roles })
  }
}
