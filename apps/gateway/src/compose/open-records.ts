import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Ports, RotationSettings, SigningKey } from '@gatehouse/auth-core'
import {
  createNodeSecrets,
  createSealer,
  createSystemClock,
  readMasterKey,
  type Sealer,
} from '@gatehouse/node'
import { ageOfTables, createSqlStore, type Database, type TablesAge } from '@gatehouse/sql'
import { readSomeSettings } from '../settings/read-some-settings.ts'
import type { KeySettings } from '../settings/settings.ts'
import { databaseNames, keyNames, toDatabase, toKeys, toRotation } from '../settings/to-settings.ts'
import { openDatabase } from './open-database.ts'
import { openKeyRing } from './open-key-ring.ts'

/** What commands work on: the database of the gateway, and the keys to it. */
export interface Records {
  readonly ports: Pick<Ports, 'clock' | 'secrets' | 'store'>
  readonly database: Database
  readonly sealer: Sealer
  /** Whether the operator's own secrets sign, and not those of the database. */
  readonly isPinned: boolean
  readonly rotation: RotationSettings
  /** The keys that tokens are signed with, each in some state. Changes nothing. */
  signingKeys(): Promise<readonly SigningKey[]>
  close(): Promise<void>
}

/** Why they cannot be had, a line each. */
export interface NoRecords {
  readonly kind: 'wrong_settings' | 'unusable'
  readonly lines: readonly string[]
}

const names = [
  ...keyNames,
  ...databaseNames,
  'JWT_EXPIRY_HOURS',
  'SESSION_TOKEN_MINUTES',
  'JWT_ROTATION_DAYS',
] as const

/**
 * Opens the database that the settings name, with the tables of this release, while gateways may be
 * running. It makes nothing that is not there: no database, no master key, no tables.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function openRecords(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Records | NoRecords> {
  const read = readSomeSettings(environment, names)
  if (!read.ok) return { kind: 'wrong_settings', lines: read.mistakes }
  const keys = toKeys(read.values)
  const settings = toDatabase(read.values)
  if (settings.kind === 'sqlite' && !existsSync(settings.file)) {
    return unusable(`There is no database ${settings.file}. ${isDataDirRight}`)
  }
  const masterKey = await findMasterKey(keys)
  if (typeof masterKey === 'string') return unusable(masterKey)

  const database = openDatabase(settings)
  const age = await ageOfTables(database)
  if (age !== 'current') {
    await database.close()
    return unusable(wrongAge[age])
  }
  const sealer = createSealer({ masterKey })
  const ports = {
    clock: createSystemClock(),
    secrets: createNodeSecrets({ masterKey }),
    store: createSqlStore(database, { sealer }),
  }
  const rotation = toRotation(read.values)
  const isPinned = keys.pinned !== undefined
  return {
    ports,
    database,
    sealer,
    isPinned,
    rotation,
    signingKeys: async () =>
      isPinned
        ? openKeyRing(keys, rotation, ports).current()
        : ports.store.transaction((tx) => tx.signingKeys.list()),
    close: () => database.close(),
  }
}

async function findMasterKey({ dataDir, masterKey }: KeySettings): Promise<Uint8Array | string> {
  const file = join(dataDir, 'master.key')
  try {
    return masterKey ?? (await readMasterKey({ file })) ?? noMasterKey(file)
  } catch (error) {
    return Error.isError(error) ? `${error.message}.` : noMasterKey(file)
  }
}

const isDataDirRight = 'Are DATA_DIR and DATABASE_URL those of the gateway?'

function noMasterKey(file: string): string {
  return `MASTER_KEY is not set, and there is no ${file}. ${isDataDirRight}`
}

const wrongAge: Readonly<Record<Exclude<TablesAge, 'current'>, string>> = {
  older: 'The tables are those of an older release. The next start of the gateway changes them.',
  newer: 'The tables are those of a newer release. Use its command.',
}

function unusable(line: string): NoRecords {
  return { kind: 'unusable', lines: [line] }
}
