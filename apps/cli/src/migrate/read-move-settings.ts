import { existsSync } from 'node:fs'
import type { KeySettings, Settings } from '@gatehouse/gateway'
import {
  databaseSettingNames,
  databaseUrl,
  keySettingNames,
  readConfigFile,
  readSomeSettings,
  toDatabaseSettings,
  toKeySettings,
} from '@gatehouse/gateway'
import * as v from 'valibot'
import { isDataDirRight } from '../records/open-records.ts'

type DatabaseSettings = Settings['database']

/** From where to where, and the keys to what is moved. */
export interface MoveSettings {
  /** The file. */
  readonly from: string
  readonly to: Extract<DatabaseSettings, { readonly kind: 'postgres' }>
  readonly keys: KeySettings
}

/** Why there are none, a line each. */
export interface NoMoveSettings {
  readonly end: 'usage' | 'unreachable'
  readonly lines: readonly string[]
}

/** What the command line says; the rest comes from the settings. */
export interface MoveAddresses {
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Finds both databases. No line holds a password. */
export function readMoveSettings(
  environment: Readonly<Record<string, string | undefined>>,
  addresses: MoveAddresses,
): MoveSettings | NoMoveSettings {
  const read = readSomeSettings(environment, [...keySettingNames, ...databaseSettingNames])
  if (!read.ok) return { end: 'usage', lines: read.mistakes }
  const { value: values } = read
  const current = values.DATABASE_URL
  const from = addresses.from ?? (current.kind === 'sqlite' ? current.file : undefined)
  if (from === undefined) return usage(noSource)
  if (from === ':memory:') return usage('A database in memory cannot be moved.')
  const target = findTarget(environment, { given: addresses.to, current })
  if (typeof target === 'string') return usage(target)
  if (!existsSync(from)) {
    return { end: 'unreachable', lines: [`There is no database ${from}. ${isDataDirRight}`] }
  }
  const to = toDatabaseSettings({ ...values, DATABASE_URL: target })
  // The kind is that of the address.
  return to.kind === 'postgres' ? { from, to, keys: toKeySettings(values) } : usage(noTarget)
}

/** @returns What is wrong, a sentence, where there is none. */
function findTarget(
  environment: Readonly<Record<string, string | undefined>>,
  { given, current }: { readonly given: string | undefined; readonly current: DatabaseAddress },
): DatabaseAddress | string {
  const { TARGET_DATABASE_URL } = {
    ...readConfigFile(environment.CONFIG_FILE).values,
    ...environment,
  }
  const text = given ?? TARGET_DATABASE_URL
  if (text === undefined) return current.kind === 'postgres' ? current : noTarget
  const parsed = v.safeParse(databaseUrl, text)
  const name = given === undefined ? 'TARGET_DATABASE_URL' : '--to'
  if (parsed.success && parsed.output.kind === 'postgres') return parsed.output
  return `${name} must be postgres://user:password@host:port/database.`
}

type DatabaseAddress = v.InferOutput<typeof databaseUrl>

const noSource = '--from FILE is needed: DATABASE_URL is not that of a SQLite database.'
const noTarget = 'TARGET_DATABASE_URL or --to is needed: postgres://user:password@host/database.'

function usage(line: string): NoMoveSettings {
  return { end: 'usage', lines: [line] }
}
