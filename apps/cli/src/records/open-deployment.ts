import type { CredentialStore, Ports } from '@gatehouse/auth-core/ports'
import { domainToAscii } from '@gatehouse/crypto'
import { openCredentialStore } from '@gatehouse/gateway/credential-store'
import type { Administrator, KeycloakOperator, RealmAccounts } from '@gatehouse/keycloak'
import {
  type CredentialStoreSettings,
  credentialStoreSettingNames,
  type Environment,
  readSomeSettings,
  toCredentialStoreSettings,
} from '@gatehouse/settings'
import { createSqlRealmAccounts, type Database } from '@gatehouse/sql'
import { type Prerequisite, unmet } from '../command.ts'
import { explainFailure } from './explain-failure.ts'
import { openRecords, type Records } from './open-records.ts'
import { readAdministrator } from './read-administrator.ts'

/** The deployment of a gateway's settings, opened: its records and its credential store. */
export interface Deployment {
  /** Whether new organizations ask browsers for a one-time code. */
  readonly otpDefault: boolean
  /** The records of the deployment, open. */
  readonly database: Database
  /** What the use cases of an operator need, over this database and this credential store. */
  readonly ports: Pick<Ports, 'clock' | 'domainToAscii' | 'secrets' | 'store'> & {
    readonly credentialStore: CredentialStore
  }
  /** Not set where passwords are in the database, or without the administrator of Keycloak. */
  readonly keycloak?: KeycloakAccess
  /** The runtime sockets of the edges; may be empty. */
  readonly edgeSockets: readonly string[]
  /** See `Records`. */
  readonly rotation: Records['rotation']
  /** See `Records`. */
  readonly signingKeys: Records['signingKeys']
  /** Closes the database. */
  close(): Promise<void>
}

/** A deployment whose passwords are in Keycloak. */
export interface KeycloakDeployment extends Deployment {
  /** Access to Keycloak for the administrator, and for the gateway. */
  readonly keycloak: KeycloakAccess
}

/** Keycloak with the rights of its administrator. */
export interface KeycloakAccess {
  /** Up to the part before `/realms`. */
  readonly url: string
  /** The client of `master` that creates our realms. */
  readonly clientId: string
  /** The stored accounts of the gateway in its realms. */
  readonly realmAccounts: RealmAccounts
  /** The operations of the administrator. */
  readonly operator: KeycloakOperator
}

const names = [...credentialStoreSettingNames, 'OTP_DEFAULT', 'EDGE_SOCKETS'] as const

/**
 * Opens the database of the gateway's settings, and signs in to Keycloak as its administrator, unless the
 * gateway's own rights are enough. It does not disturb a running gateway.
 */
export async function openDeployment(
  environment: Environment,
  { asAdministrator = true }: { readonly asAdministrator?: boolean } = {},
): Promise<Prerequisite<Deployment>> {
  const read = readSomeSettings(environment, names)
  if (!read.ok) return unmet('usage', ...read.mistakes)
  const { OTP_DEFAULT: otpDefault, EDGE_SOCKETS: edgeSockets, ...values } = read.value
  const settings = toCredentialStoreSettings(values)
  if (values.CREDENTIAL_STORE === 'keycloak' && settings.kind === 'local') {
    const missing = (['KEYCLOAK_URL', 'KEYCLOAK_CLIENT_SECRET'] as const).filter(
      (name) => values[name] === undefined,
    )
    return unmet('usage', ...missing.map((name) => `${name} is not set.`))
  }
  const administrator: Prerequisite<Administrator | undefined> =
    settings.kind === 'keycloak' && asAdministrator
      ? readAdministrator(environment)
      : { ok: true, value: undefined }
  if (!administrator.ok) return administrator
  try {
    const records = await openRecords(environment)
    if (!records.ok) return records
    const parts = { settings, otpDefault, edgeSockets, administrator: administrator.value }
    return { ok: true, value: await openStores(records.value, parts) }
  } catch (error) {
    return unmet('unreachable', ...explainFailure(error))
  }
}

/** Whether the passwords of a deployment are in Keycloak. */
export function hasKeycloak(deployment: Deployment): deployment is KeycloakDeployment {
  return deployment.keycloak !== undefined
}

interface DeploymentParts {
  readonly settings: CredentialStoreSettings
  readonly otpDefault: boolean
  readonly edgeSockets: readonly string[]
  readonly administrator: Administrator | undefined
}

async function openStores(
  { close, database, ports, rotation, sealer, signingKeys }: Records,
  { settings, otpDefault, edgeSockets, administrator }: DeploymentParts,
): Promise<Deployment> {
  try {
    const parts = { database, sealer, clock: ports.clock }
    const { credentialStore } = await openCredentialStore(settings, parts)
    const local = {
      ...{ otpDefault, edgeSockets, rotation, signingKeys },
      database,
      ports: { ...ports, domainToAscii, credentialStore },
      close,
    }
    if (settings.kind === 'local' || !administrator) return local
    const { url, clientId } = settings
    const { createKeycloakOperator } = await import('@gatehouse/keycloak')
    const operator = await createKeycloakOperator({ url, administrator })
    const realmAccounts = createSqlRealmAccounts(database, { sealer })
    return { ...local, keycloak: { url, clientId, operator, realmAccounts } }
  } catch (error) {
    await close()
    throw error
  }
}
