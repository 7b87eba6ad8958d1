/** The program of a thread that copies a write-ahead log into its database, and waits for the disk. */
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

/** What the thread is started with. */
export interface CheckpointThreadData {
  /** The path of the database. */
  readonly file: string
}

/** What the thread is told: to copy the log, which it answers by the same word, or to end. */
export type CheckpointMessage = 'copy' | 'end'

/** From so many pages on the log has to begin anew; SQLite's own number. */
const pagesToRestart = 1000

/** For how long others may be kept from writing, in milliseconds. */
const restartTimeoutMs = 50

const { file } = workerData as CheckpointThreadData
const sqlite = new Sqlite(file, { fileMustExist: true, timeout: 0 })
// Syncs the log before it is copied, and the database before the log begins anew.
sqlite.pragma('synchronous = NORMAL')

parentPort?.on('message', (message: CheckpointMessage) => {
  if (message === 'end') return void end()
  try {
    copyLog()
  } catch {
    // A full disk, or a busy one. What was committed is in the log, and the next turn comes soon.
  }
  parentPort?.postMessage('copy' satisfies CheckpointMessage)
})

/** First beside writers, so that little is left for the moment in which they have to wait. */
function copyLog(): void {
  sqlite.pragma('busy_timeout = 0')
  const [state] = sqlite.pragma('wal_checkpoint(PASSIVE)') as [{ readonly log: number }]
  if (state.log < pagesToRestart) return
  // Whoever makes a backup reads the log for long, and is not waited for.
  sqlite.pragma(`busy_timeout = ${restartTimeoutMs}`)
  sqlite.pragma('wal_checkpoint(RESTART)')
}

function end(): void {
  sqlite.close()
  parentPort?.close()
}
