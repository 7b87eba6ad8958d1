import { parseEnv } from 'node:util'
import { findKeycloakService, type KeycloakService } from '@gatehouse/test-services'
import { runGatehouse } from '../../testing/run-gatehouse.ts'

/** Realms take their time on a machine that does other things too. Milliseconds. */
export const realmTimeout = 300_000

/** @throws {Error} When none was started. */
export function runningKeycloak(): KeycloakService {
  const service = findKeycloakService()
  if (service === undefined) throw new Error('Keycloak is not running: npm run services')
  return service
}

/**
 * The settings for a gateway on the running Keycloak, as `gatehouse keycloak init` prints them.
 *
 * @param changes Other settings of Keycloak.
 * @param service Another Keycloak.
 */
export async function keycloakSettings(
  changes: Readonly<Record<string, string>> = {},
  service = runningKeycloak(),
): Promise<Readonly<Record<string, string>>> {
  const { url, admin } = service
  const { code, output, errors } = await runGatehouse(['keycloak', 'init'], {
    KEYCLOAK_URL: url,
    KEYCLOAK_CLIENT_ID: changes.KEYCLOAK_CLIENT_ID ?? 'gatehouse-e2e',
    KEYCLOAK_ADMIN: admin.username,
    KEYCLOAK_ADMIN_PASSWORD: admin.password,
  })
  if (code !== 0) throw new Error(`gatehouse keycloak init: ${errors}`)
  const [, printed = ''] = output.split('\n\n')
  const patience = { KEYCLOAK_TIMEOUT_SECONDS: '60', KEYCLOAK_REALM_TIMEOUT_SECONDS: '120' }
  return { ...(parseEnv(printed) as Record<string, string>), ...patience, ...changes }
}
