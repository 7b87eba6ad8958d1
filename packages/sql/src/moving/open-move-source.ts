import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { PortError } from '@gatehouse/auth-core/ports'
import type Sqlite from 'better-sqlite3'
import { ageOfTables, type TablesAge } from '../migrations/migrate.ts'
import type { Sealer } from '../sealer.ts'
import { hasSealingKey } from '../sealing/check-sealing-key.ts'
import { lockSqliteDatabase } from '../sqlite/lock-sqlite-database.ts'
import { openSqliteDatabase } from '../sqlite/open-sqlite-database.ts'
import { openSqliteFile } from '../sqlite/open-sqlite-file.ts'
import { codeOf, sqliteFailure } from '../sqlite/sqlite-failure.ts'
import type { MoveSource } from './move-source.ts'
import { createRowReader } from './row-reader.ts'

/** A database to move, and the keys to it. */
export interface MoveSourceOptions {
  /** The database. It must exist. */
  readonly file: string
  /** Decrypts its sealed texts. */
  readonly sealer: Sealer
  /** When the move begins, to distinguish live processes and leases from past ones. */
  readonly now: Date
  /** Called with the bytes read so far, and their total. */
  readonly onProgress?: (bytes: number, of: number) => void
}

/**
 * Why it cannot be moved now: a gateway or another move uses it, its tables are not those of this
 * release, or the sealer does not open it.
 */
export type MoveRefusal = 'in_use' | Exclude<TablesAge, 'current'> | 'sealed_otherwise'

/** An opened source, or why it cannot be moved. */
export type MoveSourceOpening =
  | { readonly ok: true; readonly value: MoveSource }
  | { readonly ok: false; readonly reason: MoveRefusal }

/**
 * Opens a SQLite database that is to be moved, and keeps others from writing to it until it is
 * closed: a gateway that is started meanwhile does not start. Nothing in it is changed.
 *
 * @throws {PortError} `store` when it cannot be read.
 */
export async function openMoveSource(options: MoveSourceOptions): Promise<MoveSourceOpening> {
  const { file, onProgress } = options
  const lock = lockSqliteDatabase({ file })
  if (!lock.isAlone) {
    lock.release()
    return { ok: false, reason: 'in_use' }
  }
  let sqlite: Sqlite.Database | undefined
  try {
    const refusal = await findRefusal(options)
    sqlite = refusal ? undefined : lockAgainstWriters(file)
    if (sqlite === undefined) {
      lock.release()
      return { ok: false, reason: refusal ?? 'in_use' }
    }
    const identity = await digestOf(file, onProgress)
    const snapshot = sqlite
    const close = () => {
      snapshot.close()
      lock.release()
    }
    return { ok: true, value: { identity, ...createRowReader(snapshot), close } }
  } catch (error) {
    sqlite?.close()
    lock.release()
    const failure = error instanceof PortError ? error : failureOf(error)
    if (codeOf(failure.cause) === 'SQLITE_BUSY') return { ok: false, reason: 'in_use' }
    throw failure
  }
}

function failureOf(error: unknown): PortError {
  const failure = sqliteFailure({ error, port: 'store', isOpen: true })
  return failure ?? new PortError('store', 'unavailable', error)
}

async function findRefusal({
  file,
  sealer,
  now,
}: MoveSourceOptions): Promise<MoveRefusal | undefined> {
  const database = openSqliteDatabase({ file })
  try {
    const age = await ageOfTables(database)
    if (age !== 'current') return age
    // A process of an earlier release may have no lock.
    const alive = await database.db
      .selectFrom('replicas')
      .select('id')
      .where('alive_until', '>', now.getTime())
      .execute()
    if (alive.length > 0) return 'in_use'
    return (await hasSealingKey(database, { sealer })) ? undefined : 'sealed_otherwise'
  } finally {
    await database.close()
  }
}

/**
 * Takes the write lock without writing. All committed data is then in the file itself, not in the write-ahead
 * log, so that the file's digest identifies the content.
 *
 * @returns `undefined` when another process uses the database.
 */
function lockAgainstWriters(file: string): Sqlite.Database | undefined {
  const sqlite = openSqliteFile(file, { port: 'store', synchronous: 'FULL' })
  try {
    sqlite.pragma('wal_checkpoint(truncate)')
    sqlite.exec('begin immediate')
    const { size } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? { size: 0 }
    if (size === 0) return sqlite
    sqlite.close()
    return undefined
  } catch (error) {
    sqlite.close()
    throw error
  }
}

async function digestOf(
  file: string,
  onProgress: MoveSourceOptions['onProgress'],
): Promise<string> {
  const digest = createHash('sha256')
  const { size } = statSync(file)
  let seen = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    digest.update(chunk as Buffer)
    seen += (chunk as Buffer).length
    onProgress?.(seen, size)
  }
  return digest.digest('hex')
}
