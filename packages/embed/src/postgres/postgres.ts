import {
  openPostgresDatabase,
  type PostgresAddress,
  type PostgresOfHost,
  type PostgresOptions,
  type PostgresUse,
} from '@gatehouse/sql/postgres'
import { hasSealedRecords } from '@gatehouse/sql/records'
import { checkOptions } from '../check-options.ts'
import type { RecordsPart } from '../options.ts'
import type { Tools } from '../parts/adapters.ts'
import { findMasterKey, givenMasterKey, loadMasterKey } from '../sql/load-master-key.ts'
import { openSqlRecords, openSqlToRead } from '../sql/open-sql-records.ts'
import { openPostgresHandle } from './open-postgres-handle.ts'

/** The key to records: one of `masterKey` and `masterKeyFile`. */
export interface PostgresKeys {
  /** 32 bytes that seal what is secret, or them in base64; the same for every replica. */
  readonly masterKey?: Uint8Array | string | undefined
  /** The file of the master key, made at the first start: for one replica, or a folder that all share. */
  readonly masterKeyFile?: string
  /** Earlier master keys, which only open. */
  readonly previousMasterKeys?: readonly (Uint8Array | string)[]
}

/** Where records are kept, by an address or in a pool of the host, and the key to them. */
export type PostgresRecordsOptions = PostgresKeys &
  PostgresUse &
  (Omit<PostgresAddress, 'onConnectionLost'> | PostgresOfHost)

/**
 * Records in PostgreSQL, which replicas may share. With `schema` and `pool` they live beside a host's own tables.
 *
 * @throws {TypeError} Naming the option that is missing, unknown or wrong.
 */
export function postgres(options: PostgresRecordsOptions): RecordsPart {
  const { masterKey, masterKeyFile, previousMasterKeys = [], ...database } = options
  checkDatabase(database)
  const previousKeys = previousMasterKeys.map((key) => givenMasterKey('postgres', key))
  const given = masterKey === undefined ? undefined : givenMasterKey('postgres', masterKey)
  if ((given === undefined) === (masterKeyFile === undefined)) {
    throw new TypeError('postgres: one of masterKey and masterKeyFile is needed')
  }
  return {
    async open({ log }) {
      const key = given ?? (await loadMasterKey(masterKeyFile ?? '', () => isSealed(database)))
      const handle = await openPostgresHandle(withLog(database, log))
      return openSqlRecords(handle, { masterKey: key, previousKeys }, log)
    },
    async openToRead({ log }) {
      const key = given ?? (await findMasterKey(masterKeyFile ?? ''))
      const opened = openPostgresDatabase(withLog(database, log))
      return openSqlToRead(opened, { masterKey: key, previousKeys })
    },
  }
}

const times = { schema: 'string?', statementSeconds: 'number?', lockSeconds: 'number?' } as const

function checkDatabase(database: PostgresOptions): void {
  if ('pool' in database) {
    checkOptions('postgres', database, { ...times, pool: 'object' })
    return
  }
  const address = { url: 'string', poolSize: 'number?', connectSeconds: 'number?' } as const
  checkOptions('postgres', database, { ...times, ...address })
  if (!URL.canParse(database.url)) throw new TypeError('postgres: url is no URL')
}

/** Of a host's pool, the host hears itself what is lost. */
function withLog(database: PostgresOptions, log: Tools['log']): PostgresOptions {
  if ('pool' in database) return database
  const onConnectionLost = (error: Error) => log.warn({ err: error }, 'database connection lost')
  return { ...database, onConnectionLost }
}

async function isSealed(options: PostgresOptions): Promise<boolean> {
  const database = openPostgresDatabase(options)
  try {
    return await hasSealedRecords(database)
  } finally {
    await database.close()
  }
}
