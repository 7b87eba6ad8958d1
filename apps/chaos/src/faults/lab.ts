import { parseEnv } from 'node:util'
import { runGatehouse } from '@gatehouse/gateway/testing'
import {
  createPostgresServer,
  findKeycloakService,
  type KeycloakService,
  type PostgresServer,
  removePostgresServer,
} from '@gatehouse/test-services'

/** What the scenarios of one command share: it is opened when it is first asked for. */
export interface Lab {
  /** A PostgreSQL, which no scenario stops. */
  server(): Promise<PostgresServer>
  /** The Keycloak of `npm run services`, and the settings of gateways on it. */
  keycloak(): Promise<LabKeycloak>
  close(): Promise<void>
}

/** A Keycloak that gateways may be led to over a relay. */
export interface LabKeycloak {
  readonly service: KeycloakService
  readonly port: number
  /** @param port That of a relay, or its own. */
  settings(port: number): Readonly<Record<string, string>>
}

/** Opens a lab. Nothing is started yet. */
export function openLab(): Lab {
  let server: Promise<PostgresServer> | undefined
  let keycloak: Promise<LabKeycloak> | undefined
  return {
    server() {
      server ??= createPostgresServer()
      return server
    },
    keycloak() {
      keycloak ??= prepareKeycloak()
      return keycloak
    },
    async close() {
      if (server) await removePostgresServer(await server)
    },
  }
}

async function prepareKeycloak(): Promise<LabKeycloak> {
  const service = findKeycloakService()
  if (!service) throw new Error('Keycloak is not running: npm run services')
  const { url, admin } = service
  const { code, output, errors } = await runGatehouse(['keycloak', 'init'], {
    KEYCLOAK_URL: url,
    KEYCLOAK_CLIENT_ID: 'gatehouse-faults',
    KEYCLOAK_ADMIN: admin.username,
    KEYCLOAK_ADMIN_PASSWORD: admin.password,
  })
  if (code !== 0) throw new Error(`gatehouse keycloak init: ${errors}`)
  const [, printed = ''] = output.split('\n\n')
  const settings = parseEnv(printed) as Record<string, string>
  return {
    service,
    port: Number(new URL(url).port),
    settings: (port) => ({ ...settings, KEYCLOAK_URL: `http://127.0.0.1:${port}` }),
  }
}
