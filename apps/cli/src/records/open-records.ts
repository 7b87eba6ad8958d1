import { existsSync } from 'node:fs'
import type { RotationSettings } from '@gatehouse/auth-core/operator'
import type { Ports, SigningKey } from '@gatehouse/auth-core/ports'
import { createNodeSecrets, createSealer, createSystemClock, type Sealer } from '@gatehouse/crypto'
import {
  findMasterKeys,
  halfMoved,
  type MasterKeys,
  openDatabase,
  openKeyRing,
  sealedOtherwise,
} from '@gatehouse/gateway/records'
import {
  databaseSettingNames,
  type Environment,
  type KeySettings,
  keySettingNames,
  readSomeSettings,
  rotationSettingNames,
  toDatabaseSettings,
  toKeySettings,
  toRotationSettings,
} from '@gatehouse/settings'
import {
  ageOfTables,
  type CountersOfSubjects,
  createSqlStore,
  type Database,
  forgetPostgresCounters,
  forgetSqliteCounters,
  hasSealingKey,
  isMoveUnderWay,
  type OutstandingLinks,
  outstandingLinks,
  type ResealOptions,
  type ResealProgress,
  reseal,
  type TablesAge,
} from '@gatehouse/sql'
import { type Prerequisite, unmet } from '../command.ts'

/** The database of the gateway, and its keys. */
export interface Records {
  /** What the use cases of an operator need, over this database. */
  readonly ports: Pick<Ports, 'clock' | 'secrets' | 'store'>
  /** The database itself, for queries outside the ports. */
  readonly database: Database
  /** Opens what any of the master keys has sealed. */
  readonly sealer: Sealer
  /** The id of the master key that seals now. */
  readonly sealsWith: string
  /** Whether the operator's own secrets sign, instead of those in the database. */
  readonly isPinned: boolean
  /** The settings of key rotation. */
  readonly rotation: RotationSettings
  /** Lists the signing keys, in any state. Changes nothing. */
  signingKeys(): Promise<readonly SigningKey[]>
  /** Seals all texts again, or counts them. */
  reseal(options: Omit<ResealOptions, 'sealer'>): Promise<readonly ResealProgress[]>
  /** Counts links in mails that are still valid. */
  outstandingLinks(): Promise<OutstandingLinks>
  /** Forgets counters of the rate limiter. @returns How many. @throws {PortError} `rate_limiter`. */
  forgetCounters(of: CountersOfSubjects): Promise<number>
  /** Closes the database. */
  close(): Promise<void>
}

const names = [...keySettingNames, ...databaseSettingNames, ...rotationSettingNames] as const

/**
 * Opens the database of the settings, with the tables of this release; gateways may be running. It creates
 * nothing: no database, no master key, no tables.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function openRecords(environment: Environment): Promise<Prerequisite<Records>> {
  const read = readSomeSettings(environment, names)
  if (!read.ok) return unmet('usage', ...read.mistakes)
  const keys = toKeySettings(read.value)
  const settings = toDatabaseSettings(read.value)
  if (settings.kind === 'sqlite' && !existsSync(settings.file)) {
    return unmet('unreachable', noDatabase(settings.file))
  }
  const masterKeys = await readMasterKeys(keys)
  if (!masterKeys.ok) return masterKeys

  const database = openDatabase(settings)
  const sealer = createSealer(masterKeys.value)
  const isUsable = await closedUnlessUsable(database, sealer)
  if (!isUsable.ok) return isUsable
  const ports = {
    clock: createSystemClock(),
    secrets: createNodeSecrets(masterKeys.value),
    store: createSqlStore(database, { sealer }),
  }
  const rotation = toRotationSettings(read.value)
  const isPinned = keys.pinned !== undefined
  const value: Records = {
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
    forgetCounters: async (of) =>
      settings.kind === 'sqlite'
        ? forgetSqliteCounters(`${settings.file}.limits`, of)
        : forgetPostgresCounters(database, of),
    close: () => database.close(),
  }
  return { ok: true, value }
}

/** Closes the database again if it cannot be used, or if checking fails. */
async function closedUnlessUsable(
  database: Database,
  sealer: Sealer,
): Promise<Prerequisite<undefined>> {
  try {
    const mistake = await mistakeOf(database, sealer)
    if (mistake === undefined) return { ok: true, value: undefined }
    await database.close()
    return unmet('unreachable', mistake)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function mistakeOf(database: Database, sealer: Sealer): Promise<string | undefined> {
  const age = await ageOfTables(database)
  if (age !== 'current') return wrongAge[age]
  if (await isMoveUnderWay(database)) return `The database cannot be used: ${halfMoved}.`
  return (await hasSealingKey(database, { sealer })) ? undefined : wrongMasterKey
}

/** Reads the master keys of the settings, and creates none. */
export async function readMasterKeys(settings: KeySettings): Promise<Prerequisite<MasterKeys>> {
  try {
    const keys = await findMasterKeys(settings)
    return keys.ok ? keys : unmet('unreachable', `${keys.mistake} ${isDataDirRight}`)
  } catch (error) {
    const reason = Error.isError(error) ? `${error.message}.` : 'The master key cannot be read.'
    return unmet('unreachable', reason)
  }
}

/** The message for a missing SQLite database. */
export function noDatabase(file: string): string {
  return `There is no database ${file}. ${isDataDirRight}`
}

const isDataDirRight = 'Are DATA_DIR and DATABASE_URL those of the gateway?'

/** The message for a database that no key opens. */
export const wrongMasterKey = `The database ${sealedOtherwise}.`

const wrongAge: Readonly<Record<Exclude<TablesAge, 'current'>, string>> = {
  older: 'The tables are those of an older release. The next start of the gateway changes them.',
  newer: 'The tables are those of a newer release. Use its command.',
}
