import { existsSync } from 'node:fs'
import type { Ports, RotationSettings, SigningKey } from '@gatehouse/auth-core'
import { createNodeSecrets, createSealer, createSystemClock, type Sealer } from '@gatehouse/crypto'
import type { KeySettings } from '@gatehouse/gateway'
import {
  databaseSettingNames,
  findMasterKeys,
  halfMoved,
  keySettingNames,
  type MasterKeys,
  openDatabase,
  openKeyRing,
  readSomeSettings,
  sealedOtherwise,
  toDatabaseSettings,
  toKeySettings,
  toRotationSettings,
} from '@gatehouse/gateway'
import {
  ageOfTables,
  createSqlStore,
  type Database,
  hasSealingKey,
  isMoveUnderWay,
  type OutstandingLinks,
  outstandingLinks,
  type ResealOptions,
  type ResealProgress,
  reseal,
  type TablesAge,
} from '@gatehouse/sql'

export type { ResealProgress } from '@gatehouse/sql'

/** What commands work on: the database of the gateway, and the keys to it. */
export interface Records {
  readonly ports: Pick<Ports, 'clock' | 'secrets' | 'store'>
  readonly database: Database
  readonly sealer: Sealer
  /** Names the master key that seals now. */
  readonly sealsWith: string
  /** Whether the operator's own secrets sign, and not those of the database. */
  readonly isPinned: boolean
  readonly rotation: RotationSettings
  /** The keys that tokens are signed with, each in some state. Changes nothing. */
  signingKeys(): Promise<readonly SigningKey[]>
  /** Seals everything anew, or counts what that would be. */
  reseal(options: Omit<ResealOptions, 'sealer'>): Promise<readonly ResealProgress[]>
  /** Links in mails that can still be used. */
  outstandingLinks(): Promise<OutstandingLinks>
  close(): Promise<void>
}

/** Why they cannot be had, a line each. */
export interface NoRecords {
  readonly kind: 'wrong_settings' | 'unusable'
  readonly lines: readonly string[]
}

const names = [
  ...keySettingNames,
  ...databaseSettingNames,
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
  const keys = toKeySettings(read.value)
  const settings = toDatabaseSettings(read.value)
  if (settings.kind === 'sqlite' && !existsSync(settings.file)) {
    return unusable(`There is no database ${settings.file}. ${isDataDirRight}`)
  }
  const masterKeys = await explainedKeys(keys)
  if (typeof masterKeys === 'string') return unusable(masterKeys)

  const database = openDatabase(settings)
  const age = await ageOfTables(database)
  if (age !== 'current') {
    await database.close()
    return unusable(wrongAge[age])
  }
  if (await isMoveUnderWay(database)) {
    await database.close()
    return unusable(`The database cannot be used: ${halfMoved}.`)
  }
  const sealer = createSealer(masterKeys)
  if (!(await hasSealingKey(database, { sealer }))) {
    await database.close()
    return unusable(wrongMasterKey)
  }
  const ports = {
    clock: createSystemClock(),
    secrets: createNodeSecrets(masterKeys),
    store: createSqlStore(database, { sealer }),
  }
  const rotation = toRotationSettings(read.value)
  const isPinned = keys.pinned !== undefined
  return {
    ports,
    database,
    sealer,
    sealsWith: sealer.keyId,
    isPinned,
    rotation,
    signingKeys: async () =>
      isPinned
        ? openKeyRing(keys, rotation, ports).current()
        : ports.store.transaction((tx) => tx.signingKeys.list()),
    reseal: (options) => reseal(database, { sealer, ...options }),
    outstandingLinks: () => outstandingLinks(database, ports.clock.now()),
    close: () => database.close(),
  }
}

/** The keys, or why there are none, a sentence. */
export async function explainedKeys(keys: KeySettings): Promise<MasterKeys | string> {
  try {
    const found = await findMasterKeys(keys)
    return found.ok ? found.value : `${found.mistake} ${isDataDirRight}`
  } catch (error) {
    return Error.isError(error) ? `${error.message}.` : 'The master key cannot be read.'
  }
}

/** What to look at when a file is not there. */
export const isDataDirRight = 'Are DATA_DIR and DATABASE_URL those of the gateway?'

/** What is told of a database that no key opens. */
export const wrongMasterKey = `The database ${sealedOtherwise}.`

const wrongAge: Readonly<Record<Exclude<TablesAge, 'current'>, string>> = {
  older: 'The tables are those of an older release. The next start of the gateway changes them.',
  newer: 'The tables are those of a newer release. Use its command.',
}

function unusable(line: string): NoRecords {
  return { kind: 'unusable', lines: [line] }
}
