import { PortError } from '@gatehouse/auth-core'
import {
  createNodeSecrets,
  createSealer,
  createSystemClock,
  type Sealer,
  type SealerOptions,
} from '@gatehouse/crypto'
import {
  ageOfTables,
  checkSealingKey,
  createLocalCredentialStore,
  createSqlStore,
  type Database,
  fillApiKeyHashes,
  hasSealingKey,
  maxConcurrentHashes,
  readClockSkew,
} from '@gatehouse/sql/records'
import type { OpenCredentials, OpenRecords, ReadableRecords } from '../parts/adapters.ts'
import type { PasswordConcurrency } from '../parts/open-admission.ts'
import type { WorkLog } from '../parts/work-log.ts'
import { assertNotMoving, type DatabaseHandle } from './database-handle.ts'

/** Records in SQL. */
export interface SqlRecords extends OpenRecords {
  /** The database itself, for what is kept beside the records. */
  readonly database: Database
  /** Opens and seals what is secret in it. */
  readonly sealer: Sealer
}

/** Each hash takes a processor core; setting passwords is rare. */
const localConcurrency: PasswordConcurrency = { check: maxConcurrentHashes, set: 1 }

/**
 * Puts the records on an open database, and makes sure that the master key is theirs. Closing them closes the
 * database, and so does a failure.
 *
 * @throws {PortError} `store`, `corrupt` when the records were sealed with another key.
 */
export async function openSqlRecords(
  handle: DatabaseHandle,
  keys: SealerOptions,
  log: Pick<WorkLog, 'info'>,
): Promise<SqlRecords> {
  const { database, isAlone, rateLimiter, vital } = handle
  const sealer = createSealer(keys)
  try {
    if (!(await checkSealingKey(database, { sealer }))) throw otherKey()
  } catch (error) {
    await handle.close()
    throw error
  }
  const clock = createSystemClock()
  return {
    database,
    sealer,
    store: createSqlStore(database, { sealer }),
    vitalStore: createSqlStore(vital, { sealer }),
    rateLimiter,
    secrets: createNodeSecrets(keys),
    sealsWith: sealer.keyId,
    isAlone,
    localCredentials: () => openLocalCredentials(database),
    readSkew: () => readClockSkew(vital, () => clock.now().getTime()),
    async fillApiKeyHashes() {
      const filled = await fillApiKeyHashes(database, { sealer })
      if (filled > 0) log.info({ filled }, 'API keys of an older release can be found now')
    },
    assertUsable: () => assertNotMoving(database),
    close: () => handle.close(),
  }
}

/**
 * Records on a database that another process keeps; changes nothing. Closing them closes the database, and so does
 * a failure.
 *
 * @throws {PortError} `store`
 * @throws {Error} When the tables are not those of this release, the master key is not theirs, or records are being
 *   moved there.
 */
export async function openSqlToRead(
  database: Database,
  keys: SealerOptions,
): Promise<ReadableRecords> {
  const sealer = createSealer(keys)
  try {
    const age = await ageOfTables(database)
    if (age !== 'current') throw new Error(`the tables are those of a ${age} release`)
    await assertNotMoving(database)
    if (!(await hasSealingKey(database, { sealer }))) {
      throw new Error('the records were sealed with another master key')
    }
  } catch (error) {
    await database.close()
    throw error
  }
  return { store: createSqlStore(database, { sealer }), close: () => database.close() }
}

function otherKey(): PortError {
  return new PortError(
    'store',
    'corrupt',
    new Error('the records were sealed with another master key'),
  )
}

/** The passwords in the database itself. */
export function openLocalCredentials(database: Database): OpenCredentials {
  return {
    credentialStore: createLocalCredentialStore(database),
    concurrency: localConcurrency,
    purgeCredentialStore: async () => {},
  }
}
