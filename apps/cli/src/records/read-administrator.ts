import type { Administrator } from '@gatehouse/keycloak'
import { type Environment, readVariables } from '@gatehouse/settings'
import { type Prerequisite, unmet } from '../command.ts'

/** Reads the administrator of Keycloak, from the sources of the gateway's settings. */
export function readAdministrator(environment: Environment): Prerequisite<Administrator> {
  const { KEYCLOAK_ADMIN: username, KEYCLOAK_ADMIN_PASSWORD: password } =
    readVariables(environment).values
  if (username !== undefined && password !== undefined) {
    return { ok: true, value: { username, password } }
  }
  const missing = Object.entries({ KEYCLOAK_ADMIN: username, KEYCLOAK_ADMIN_PASSWORD: password })
    .filter(([, value]) => value === undefined)
    .map(([name]) => `${name} is not set.`)
  return unmet('usage', ...missing)
}
