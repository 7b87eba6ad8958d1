import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import { findThreadProgram } from '../threads/find-thread-program.ts'
import type { CheckpointMessage, CheckpointThreadData } from './checkpoint-thread.ts'

/** Copies of a write-ahead log into its database, so that it stays small. */
export interface LogCheckpoints {
  /** Notes a commit that wrote. */
  noteCommit(): void
  /** Ends the thread. Commits must be noted no more. */
  close(): Promise<void>
}

/** About a thousand pages of the log, and more commits than a command makes. */
const commitsBetween = 128

/** SQLite's own number of pages after which a commit copies the log. */
const defaultAutocheckpoint = 1000

/**
 * Has a thread copy the log of a database, with a connection of its own: a copy waits for the disk twice. It is started
 * when there is something to copy, and keeps no process from ending. Until it is there, when it has ended, and where
 * there is no program for it, SQLite copies the log in this thread, as it does by itself.
 *
 * @param sqlite In WAL mode; one in memory has no log.
 */
export function createLogCheckpoints(sqlite: Sqlite.Database): LogCheckpoints {
  const program = sqlite.memory
    ? undefined
    : findThreadProgram('./checkpoint-thread', import.meta.url)
  let worker: Worker | undefined
  let isCopying = false
  let commits = 0

  function start(url: URL): Worker {
    const workerData: CheckpointThreadData = { file: sqlite.name }
    const started = new Worker(url, { workerData, execArgv: [] })
    started.on('message', () => {
      isCopying = false
      copyHere(sqlite, 0)
    })
    started.on('error', () => copyHere(sqlite, defaultAutocheckpoint))
    started.unref()
    return started
  }

  function copy(url: URL): void {
    if (isCopying) return
    // Never again when the thread has ended: it would end again.
    isCopying = true
    worker ??= start(url)
    worker.postMessage('copy' satisfies CheckpointMessage)
  }

  return {
    noteCommit() {
      commits += 1
      if (program && commits % commitsBetween === 0) copy(program)
    },
    async close() {
      const ending = worker
      worker = undefined
      if (!ending || ending.threadId === -1) return
      const ended = once(ending, 'exit')
      ending.ref()
      ending.postMessage('end' satisfies CheckpointMessage)
      await ended.catch(() => undefined)
    },
  }
}

/** @param pages After which a commit copies the log in this thread; 0 for never. */
function copyHere(sqlite: Sqlite.Database, pages: number): void {
  if (sqlite.open) sqlite.pragma(`wal_autocheckpoint = ${pages}`)
}
