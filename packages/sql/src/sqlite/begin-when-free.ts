import { setTimeout as sleep } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { busyTimeoutMillis } from './open-sqlite-file.ts'
import { codeOf } from './sqlite-failure.ts'

const longestPauseMs = 16

/**
 * Begins a transaction with the write lock, which another process may have. SQLite itself would
 * wait for it in this thread, and hold up all else that the process does.
 *
 * @throws The driver's error, when the lock is not free for as long as SQLite would have waited.
 */
export function beginWhenFree(database: Sqlite.Database): Promise<void> {
  return whenFree(() => beginAtOnce(database))
}

/**
 * Does one write on a connection that waits for no lock itself, again and again while another process
 * has it.
 *
 * @throws The driver's error, as {@link beginWhenFree}.
 */
export async function whenFree<Result>(write: () => Result | Promise<Result>): Promise<Result> {
  // As SQLite does, count the pauses and not the time: on a busy machine the other process is slow,
  // too.
  let waitedMs = 0
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await write()
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
