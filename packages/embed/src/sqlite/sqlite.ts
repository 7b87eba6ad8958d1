import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findSqliteDatabase, openSqliteDatabaseToRead } from '@gatehouse/sql/sqlite'
import { checkOptions } from '../check-options.ts'
import type { RecordsPart } from '../options.ts'
import { findMasterKey, givenMasterKey, loadMasterKey } from '../sql/load-master-key.ts'
import { openSqlRecords, openSqlToRead } from '../sql/open-sql-records.ts'
import { openSqliteHandle } from './open-sqlite-handle.ts'

/** Where records are kept. */
export interface SqliteOptions {
  /**
   * The folder of all files, made if there is none: `gatehouse.sqlite`, the counters beside it, and `master.key`. They
   * are those of a gateway with this `DATA_DIR`.
   */
  readonly folder: string
  /** 32 bytes that seal what is secret; those in `master.key`, made at the first start, unless given. */
  readonly masterKey?: Uint8Array
  /** Earlier master keys, which only open. */
  readonly previousMasterKeys?: readonly Uint8Array[]
}

/**
 * Records in SQLite, for any number of processes on one machine.
 *
 * @throws {TypeError} Naming the option that is missing, unknown or wrong.
 */
export function sqlite(options: SqliteOptions): RecordsPart {
  checkOptions('sqlite', options, {
    folder: 'string',
    masterKey: 'bytes?',
    previousMasterKeys: 'object?',
  })
  const { folder, masterKey, previousMasterKeys = [] } = options
  const given = masterKey && givenMasterKey('sqlite', masterKey)
  const previousKeys = previousMasterKeys.map((key) => givenMasterKey('sqlite', key))
  const file = join(folder, 'gatehouse.sqlite')
  const keyFile = join(folder, 'master.key')
  return {
    async open({ log }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const isSealed = () => named(file, () => findSqliteDatabase(file))
      const masterKey = given ?? (await loadMasterKey(keyFile, isSealed))
      return named(file, async () =>
        openSqlRecords(await openSqliteHandle({ file }), { masterKey, previousKeys }, log),
      )
    },
    async openToRead() {
      const masterKey = given ?? (await findMasterKey(keyFile))
      if (!(await named(file, () => findSqliteDatabase(file)))) {
        throw new Error(`There is no database ${file}.`)
      }
      return named(file, async () =>
        openSqlToRead(openSqliteDatabaseToRead({ file }), { masterKey, previousKeys }),
      )
    },
  }
}

/** Records in the memory of this process, for trying out and for tests: they end with it. */
export function memory(): RecordsPart {
  return {
    open: async ({ log }) =>
      openSqlRecords(
        await openSqliteHandle({ file: ':memory:' }),
        { masterKey: randomBytes(32) },
        log,
      ),
  }
}

/** @throws {Error} Naming the file, and why it cannot be used; the failure is its cause. */
async function named<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new Error(`the database ${file} cannot be opened: ${reasonOf(error)}`, { cause: error })
  }
}

/** What was said first: an error of a port holds that of its driver. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}
