import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { PortError } from '@gatehouse/auth-core'
import { masterKeyFile, nameOfDatabase } from '@gatehouse/gateway/records'
import {
  databaseSettingNames,
  type Environment,
  type KeySettings,
  keySettingNames,
  readSomeSettings,
  toDatabaseSettings,
  toKeySettings,
} from '@gatehouse/settings'
import { backupSqliteDatabase } from '@gatehouse/sql'
import { type CommandResult, endWith, withObjects } from '../command.ts'
import { failureOf } from '../records/explain-failure.ts'
import { noDatabase } from '../records/open-records.ts'

/** The destination of the backup, and its options. */
export interface BackUpOptions {
  /** The path of the copy. Its folder must exist. */
  readonly to: string
  /** Whether an existing file is replaced. */
  readonly isReplacing: boolean
  /** Called with the finished share, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/**
 * Copies the database as it is at one moment, while gateways use it. The tables may be those of an
 * older release, as they are before an upgrade.
 */
export async function backUp(
  environment: Environment,
  options: BackUpOptions,
): Promise<CommandResult> {
  const names = [...keySettingNames, ...databaseSettingNames, 'CREDENTIAL_STORE'] as const
  const read = readSomeSettings(environment, names)
  if (!read.ok) return endWith('usage', ...read.mistakes)
  const database = toDatabaseSettings(read.value)
  if (database.kind === 'postgres') return endWith('usage', ...byItsOwnTools)
  const { file } = database
  if (!existsSync(file)) return endWith('unreachable', noDatabase(file))
  const at = new Date()
  try {
    const bytes = await backupSqliteDatabase({ ...options, file })
    const size = `${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`
    const done = `${nameOfDatabase(database)} as it was at ${at.toISOString()} is in ${options.to} (${size}).`
    const isKeycloak = read.value.CREDENTIAL_STORE === 'keycloak'
    const keys = toKeySettings(read.value)
    const result = endWith('done', done, '', ...describeRest(keys, isKeycloak))
    return withObjects(result, {
      file: resolve(options.to),
      bytes,
      taken_at: at,
      master_key_file: keys.masterKey ? null : resolve(masterKeyFile(keys)),
    })
  } catch (error) {
    return endFailed(error, options)
  }
}

const byItsOwnTools = [
  'The database is a PostgreSQL, which has tools of its own:',
  "  pg_dump --format=custom --file=FILE 'DATABASE_URL'",
  'The master key is NOT in such a file. Without it the backup is of no use: keep a copy elsewhere.',
]

/** What else is needed to restore a backup. */
function describeRest(keys: KeySettings, isKeycloak: boolean): readonly string[] {
  const key = keys.masterKey ? 'the value of MASTER_KEY' : resolve(masterKeyFile(keys))
  return [
    `NOT IN IT: the master key, ${key}.`,
    'Without that key the backup is of no use to anybody, you included. Keep a copy of it, and',
    'not beside the backup.',
    ...(isKeycloak ? ['Passwords and groups are not in it either: back up Keycloak as well.'] : []),
    'Nor are the settings, and counts of attempts, which begin at zero without harm.',
  ]
}

function endFailed(error: unknown, { to }: BackUpOptions): CommandResult {
  if (error instanceof PortError) {
    return endWith('unreachable', `The database cannot be copied ${failureOf(error)}.`)
  }
  if (!Error.isError(error) || !('code' in error)) throw error
  if (error.code === 'EEXIST') {
    return endWith('usage', `${to} is there already. --overwrite replaces it.`)
  }
  return endWith('unreachable', `${to} cannot be written (${String(error.code)}).`)
}
