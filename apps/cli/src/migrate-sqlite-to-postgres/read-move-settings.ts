import { existsSync } from 'node:fs'
import {
  type DatabaseSettings,
  databaseSettingNames,
  type Environment,
  type KeySettings,
  keySettingNames,
  readSomeSettings,
  readVariables,
  toDatabaseSettings,
  toKeySettings,
} from '@gatehouse/settings'
import { type Prerequisite, unmet } from '../command.ts'
import { noDatabase } from '../records/open-records.ts'

/** Source and target of a move, and the master keys. */
export interface MoveSettings {
  /** The SQLite file. */
  readonly from: string
  /** The PostgreSQL database that gets the rows. */
  readonly to: PostgresSettings
  /** The location of the master key and the earlier ones, which open the sealed texts. */
  readonly keys: KeySettings
}

/** The addresses from the command line; the rest comes from the settings. */
export interface MoveAddresses {
  /** The SQLite file. */
  readonly from: string | undefined
  /** The address of the PostgreSQL, which may hold a password. */
  readonly to: string | undefined
}

type PostgresSettings = Extract<DatabaseSettings, { readonly kind: 'postgres' }>

/** Reads the settings of both databases. No message holds a password. */
export function readMoveSettings(
  environment: Environment,
  addresses: MoveAddresses,
): Prerequisite<MoveSettings> {
  const read = readSomeSettings(environment, [...keySettingNames, ...databaseSettingNames])
  if (!read.ok) return unmet('usage', ...read.mistakes)
  const current = toDatabaseSettings(read.value)
  const from = addresses.from ?? (current.kind === 'sqlite' ? current.file : undefined)
  if (from === undefined) return unmet('usage', noSource)
  if (from === ':memory:') return unmet('usage', 'A database in memory cannot be moved.')
  const to = findTarget(environment, addresses.to, current)
  if (!to.ok) return to
  if (!existsSync(from)) return unmet('unreachable', noDatabase(from))
  return { ok: true, value: { from, to: to.value, keys: toKeySettings(read.value) } }
}

function findTarget(
  environment: Environment,
  option: string | undefined,
  current: DatabaseSettings,
): Prerequisite<PostgresSettings> {
  const address = option ?? readVariables(environment).values.TARGET_DATABASE_URL
  if (address === undefined) {
    return current.kind === 'postgres' ? { ok: true, value: current } : unmet('usage', noTarget)
  }
  // The address has the form of the setting, and the other settings apply to it too.
  const target = { ...environment, DATABASE_URL: address }
  const read = readSomeSettings(target, databaseSettingNames)
  const value = read.ok ? toDatabaseSettings(read.value) : undefined
  if (value?.kind === 'postgres') return { ok: true, value }
  const name = option === undefined ? 'TARGET_DATABASE_URL' : '--to'
  return unmet('usage', `${name} must be postgres://user:password@host:port/database.`)
}

const noSource = '--from FILE is needed: DATABASE_URL is not that of a SQLite database.'
const noTarget = 'TARGET_DATABASE_URL or --to is needed: postgres://user:password@host/database.'
