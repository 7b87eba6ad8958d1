import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { PortError } from '@gatehouse/auth-core'
import {
  databaseSettingNames,
  keySettingNames,
  masterKeyFile,
  nameOfDatabase,
  readSomeSettings,
  toDatabaseSettings,
  toKeySettings,
} from '@gatehouse/gateway'
import { backupSqliteDatabase } from '@gatehouse/sql'

/** Where to, and how. */
export interface BackUpOptions {
  readonly to: string
  /** Whether a file that is there is replaced. */
  readonly isReplacing: boolean
  /** Told the share that is done, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** How it ended, and what to tell the operator, a line each. */
export interface BackUpEnd {
  readonly end: 'done' | 'usage' | 'left' | 'unreachable'
  readonly lines: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * `gatehouse backup`: copies the database as it is at one moment, while gateways use it. The tables
 * may be those of an older release, as they are before an upgrade.
 */
export async function backUp(environment: Environment, options: BackUpOptions): Promise<BackUpEnd> {
  const read = readSomeSettings(environment, [
    ...keySettingNames,
    ...databaseSettingNames,
    'CREDENTIAL_STORE',
  ])
  if (!read.ok) return { end: 'usage', lines: read.mistakes }
  const database = toDatabaseSettings(read.value)
  if (database.kind === 'postgres') return { end: 'usage', lines: byItsOwnTools }
  const { file } = database
  if (!existsSync(file)) {
    return { end: 'unreachable', lines: [`There is no database ${file}. ${isDataDirRight}`] }
  }
  const { dataDir, masterKey } = toKeySettings(read.value)
  const at = new Date()
  try {
    const bytes = await backupSqliteDatabase({ ...options, file })
    const size = `${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`
    const isKeycloak = read.value.CREDENTIAL_STORE === 'keycloak'
    const done = `${nameOfDatabase(database)} as it was at ${at.toISOString()} is in ${options.to} (${size}).`
    return { end: 'done', lines: [done, '', ...missing({ dataDir, masterKey, isKeycloak })] }
  } catch (error) {
    return failed(error, options)
  }
}

const isDataDirRight = 'Are DATA_DIR and DATABASE_URL those of the gateway?'

const byItsOwnTools = [
  'The database is a PostgreSQL, which has tools of its own:',
  "  pg_dump --format=custom --file=FILE 'DATABASE_URL'",
  'The master key is NOT in such a file. Without it the backup is of no use: keep a copy elsewhere.',
]

interface Missing {
  readonly dataDir: string
  readonly masterKey?: Uint8Array | undefined
  readonly isKeycloak: boolean
}

/** What whoever restores it needs beside it. */
function missing({ dataDir, masterKey, isKeycloak }: Missing): readonly string[] {
  const key = masterKey ? 'the value of MASTER_KEY' : resolve(masterKeyFile({ dataDir }))
  return [
    `NOT IN IT: the master key, ${key}.`,
    'Without that key the backup is of no use to anybody, you included. Keep a copy of it, and',
    'not beside the backup.',
    ...(isKeycloak ? ['Passwords and groups are not in it either: back up Keycloak as well.'] : []),
    'Nor are the settings, and counts of attempts, which begin at zero without harm.',
  ]
}

function failed(error: unknown, { to }: BackUpOptions): BackUpEnd {
  if (error instanceof PortError) {
    const cause = Error.isError(error.cause) ? `: ${error.cause.message}` : ''
    return {
      end: 'unreachable',
      lines: [`The database cannot be copied (${error.failure})${cause}.`],
    }
  }
  if (!Error.isError(error) || !('code' in error)) throw error
  if (error.code === 'EEXIST') {
    return { end: 'usage', lines: [`${to} is there already. --overwrite replaces it.`] }
  }
  return { end: 'unreachable', lines: [`${to} cannot be written (${String(error.code)}).`] }
}
