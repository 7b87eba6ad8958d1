import { openPostgresDatabase, type PostgresOptions } from '@gatehouse/sql/postgres'
import { hasSealedRecords } from '@gatehouse/sql/records'
import { checkOptions } from '../check-options.ts'
import type { RecordsPart } from '../options.ts'
import type { Tools } from '../parts/adapters.ts'
import { findMasterKey, givenMasterKey, loadMasterKey } from '../sql/load-master-key.ts'
import { openSqlRecords, openSqlToRead } from '../sql/open-sql-records.ts'
import { openPostgresHandle } from './open-postgres-handle.ts'

/** Where records are kept, and the key to them: one of `masterKey` and `masterKeyFile`. */
export interface PostgresRecordsOptions extends Omit<PostgresOptions, 'onConnectionLost'> {
  /** 32 bytes that seal what is secret, or them in base64; the same for every replica. */
  readonly masterKey?: Uint8Array | string | undefined
  /** The file of the master key, made at the first start: for one replica, or a folder that all share. */
  readonly masterKeyFile?: string
  /** Earlier master keys, which only open. */
  readonly previousMasterKeys?: readonly (Uint8Array | string)[]
}

/**
 * Records in PostgreSQL, which replicas may share.
 *
 * @throws {TypeError} Naming the option that is missing, unknown or wrong.
 */
export function postgres(options: PostgresRecordsOptions): RecordsPart {
  const { masterKey, masterKeyFile, previousMasterKeys = [], ...database } = options
  checkOptions('postgres', database, {
    url: 'string',
    poolSize: 'number?',
    connectSeconds: 'number?',
    statementSeconds: 'number?',
    lockSeconds: 'number?',
  })
  if (!URL.canParse(database.url)) throw new TypeError('postgres: url is no URL')
  const previousKeys = previousMasterKeys.map((key) => givenMasterKey('postgres', key))
  const given = masterKey === undefined ? undefined : givenMasterKey('postgres', masterKey)
  if ((given === undefined) === (masterKeyFile === undefined)) {
    throw new TypeError('postgres: one of masterKey and masterKeyFile is needed')
  }
  return {
    async open({ log }) {
      const key = given ?? (await loadMasterKey(masterKeyFile ?? '', () => isSealed(database)))
      const handle = await openPostgresHandle({ ...database, onConnectionLost: tellOf(log) })
      return openSqlRecords(handle, { masterKey: key, previousKeys }, log)
    },
    async openToRead({ log }) {
      const key = given ?? (await findMasterKey(masterKeyFile ?? ''))
      const options = { poolSize: 2, ...database, onConnectionLost: tellOf(log) }
      return openSqlToRead(openPostgresDatabase(options), { masterKey: key, previousKeys })
    },
  }
}

function tellOf(log: Tools['log']) {
  return (error: Error) => log.warn({ err: error }, 'database connection lost')
}

async function isSealed(options: PostgresOptions): Promise<boolean> {
  const database = openPostgresDatabase(options)
  try {
    return await hasSealedRecords(database)
  } finally {
    await database.close()
  }
}
