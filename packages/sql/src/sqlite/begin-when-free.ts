import { setTimeout as sleep } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { busyTimeoutMillis } from './open-sqlite-file.ts'
import { codeOf } from './sqlite-failure.ts'

const longestPauseMs = 16

/**
 * Begins a transaction with the write lock, which another process may have. SQLite would wait for
 * it in this thread, and all else that the process does with it.
 *
 * @throws The driver's error, for a lock that is not free as long as SQLite would have waited too.
 */
export async function beginWhenFree(database: Sqlite.Database): Promise<void> {
  // As SQLite does, pauses are counted and not the time: on a busy machine the other one is slow, too.
  let waitedMs = 0
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return beginAtOnce(database)
    } catch (error) {
      if (!codeOf(error)?.startsWith('SQLITE_BUSY') || waitedMs > busyTimeoutMillis) throw error
    }
    await sleep(pauseMs)
    waitedMs += pauseMs
  }
}

function beginAtOnce(database: Sqlite.Database): void {
  database.pragma('busy_timeout = 0')
  try {
    database.exec('begin immediate')
  } finally {
    if (database.open) database.pragma(`busy_timeout = ${busyTimeoutMillis}`)
  }
}
