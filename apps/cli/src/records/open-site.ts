import { type CredentialStore, PortError, type Ports } from '@gatehouse/auth-core'
import { domainToAscii } from '@gatehouse/crypto'
import type { KeycloakSettings, Settings } from '@gatehouse/gateway'
import {
  createLog,
  credentialStoreSettingNames,
  openCredentialStore,
  readSomeSettings,
  toCredentialStoreSettings,
} from '@gatehouse/gateway'
import {
  type Administrator,
  createKeycloakOperator,
  type KeycloakOperator,
  type RealmAccounts,
} from '@gatehouse/keycloak'
import { createSqlRealmAccounts, type Database } from '@gatehouse/sql'
import { openRecords, type Records } from './open-records.ts'
import { readAdministrator } from './read-administrator.ts'

/** What commands that look at records and credentials work on. */
export interface OpenSite {
  /** Whether new organizations ask browsers for a one-time code. */
  readonly otpDefault: boolean
  readonly database: Database
  readonly ports: Pick<Ports, 'clock' | 'domainToAscii' | 'secrets' | 'store'> & {
    readonly credentialStore: CredentialStore
  }
  /** Left out where passwords are in the database. */
  readonly keycloak?: KeycloakAccess
  close(): Promise<void>
}

/** Keycloak with the rights of its administrator. */
export interface KeycloakAccess {
  readonly url: string
  /** The client of `master` that makes our realms. */
  readonly clientId: string
  readonly realmAccounts: RealmAccounts
  readonly operator: KeycloakOperator
}

/** Why that cannot be opened, a line each. */
export interface NoSite {
  readonly end: 'usage' | 'unreachable'
  readonly lines: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

const names = [...credentialStoreSettingNames, 'OTP_DEFAULT'] as const

/**
 * Opens the database that the settings of the gateway name, and signs in to Keycloak as its
 * administrator. A running gateway is not disturbed.
 */
export async function openSite(environment: Environment): Promise<OpenSite | NoSite> {
  const read = readSomeSettings(environment, names)
  if (!read.ok) return { end: 'usage', lines: read.mistakes }
  const { value: values } = read
  const kept = toCredentialStoreSettings(values)
  if (values.CREDENTIAL_STORE === 'keycloak' && kept.kind === 'local') {
    const missing = (['KEYCLOAK_URL', 'KEYCLOAK_CLIENT_SECRET'] as const).filter(
      (name) => values[name] === undefined,
    )
    return { end: 'usage', lines: missing.map((name) => `${name} is not set.`) }
  }
  const administrator = kept.kind === 'keycloak' ? readAdministrator(environment) : undefined
  if (administrator && 'missing' in administrator) {
    return { end: 'usage', lines: administrator.missing }
  }
  try {
    const records = await openRecords(environment)
    if ('kind' in records) {
      return {
        end: records.kind === 'wrong_settings' ? 'usage' : 'unreachable',
        lines: records.lines,
      }
    }
    const { OTP_DEFAULT: otpDefault } = values
    return await open(records, { kept, otpDefault, ...administrator })
  } catch (error) {
    return { end: 'unreachable', lines: explain(error) }
  }
}

interface Opening {
  readonly kept: Settings['credentialStore']
  readonly otpDefault: boolean
  readonly administrator?: Administrator
}

async function open(
  { close, database, ports, sealer }: Records,
  { kept, otpDefault, administrator }: Opening,
): Promise<OpenSite> {
  try {
    const log = createLog('silent')
    const parts = { database, sealer, clock: ports.clock, log }
    const { credentialStore } = openCredentialStore(kept, parts)
    const site = {
      otpDefault,
      database,
      ports: { ...ports, domainToAscii, credentialStore },
      close,
    }
    if (kept.kind === 'local' || !administrator) return site
    const realmAccounts = createSqlRealmAccounts(database, { sealer })
    return { ...site, keycloak: { ...(await signIn(kept, administrator)), realmAccounts } }
  } catch (error) {
    await close()
    throw error
  }
}

async function signIn({ url, clientId }: KeycloakSettings, administrator: Administrator) {
  return { url, clientId, operator: await createKeycloakOperator({ url, administrator }) }
}

/** What went wrong, and where to look. @throws What is no fault of a port. */
export function explain(error: unknown): readonly string[] {
  if (!(error instanceof PortError)) throw error
  const { cause, failure, port } = error
  const reason = Error.isError(cause) ? cause.message : failure
  if (port !== 'credential_store') return [`The database: ${reason}.`, databaseHints[failure]]
  return [`Keycloak: ${reason}.`, hints[failure]]
}

const hints: Readonly<Record<PortError['failure'], string>> = {
  unavailable: 'Is Keycloak running, and is KEYCLOAK_URL right?',
  timeout: 'Is KEYCLOAK_URL right? Keycloak may also be starting or busy.',
  rejected:
    'Are KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD those of an administrator of all realms?',
  corrupt: 'Is KEYCLOAK_URL the part before /realms, and is it Keycloak that answers there?',
}

const databaseHints: Readonly<Record<PortError['failure'], string>> = {
  unavailable: 'Is the disk full, or another program at it?',
  timeout: 'Is another program at it?',
  rejected: 'Is it of this release?',
  corrupt: 'Is MASTER_KEY, or master.key, the key of this database? Is the file damaged?',
}
