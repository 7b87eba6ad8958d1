import { readConfigFile } from '@gatehouse/gateway'
import type { Administrator } from '@gatehouse/keycloak'

type Environment = Readonly<Record<string, string | undefined>>

/** The administrator of Keycloak, or what is missing of it, a line each. */
export function readAdministrator(
  environment: Environment,
): { readonly administrator: Administrator } | { readonly missing: readonly string[] } {
  const given = { ...readConfigFile(environment.CONFIG_FILE).values, ...environment }
  const { KEYCLOAK_ADMIN: username, KEYCLOAK_ADMIN_PASSWORD: password } = given
  if (username !== undefined && password !== undefined) {
    return { administrator: { username, password } }
  }
  const missing = ['KEYCLOAK_ADMIN', 'KEYCLOAK_ADMIN_PASSWORD'].filter((name) => !(name in given))
  return { missing: missing.map((name) => `${name} is not set.`) }
}
