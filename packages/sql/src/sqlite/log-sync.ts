import { closeSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { PortError } from '@gatehouse/auth-core/ports'

/** Has the disk keep what was written to a file, in another thread, as `fdatasync` of `node:fs` does. */
export type SyncFile = (descriptor: number, done: (error: Error | null) => void) => void

/** Has the disk keep what was committed to a write-ahead log. */
export interface LogSync {
  /** Notes a commit that wrote. Call it after the commit: a sync that began before it may not have it. */
  noteCommit(): void
  /**
   * Resolves when the disk keeps all that was noted before. All who wait at a time share one sync.
   *
   * @throws {PortError} `store`, `timeout` when a sync has failed: what was noted may be kept or not.
   */
  settled(): Promise<void>
  /**
   * Does nothing until a sync has failed. The system reports a failure once and then takes what it could not write
   * for written, so nothing can be promised any more before a new start.
   *
   * @throws {PortError} `store`, `unavailable` from then on.
   */
  assertUsable(): void
  /** Syncs what is left, and closes the log. Commits must be noted no more. */
  close(): Promise<void>
}

/** @param file The path of the log, which must exist when the first commit is noted. */
export function createLogSync(file: string, syncFile: SyncFile): LogSync {
  let descriptor: number | undefined
  let noted = 0
  let kept = 0
  let running: Promise<void> | undefined
  let failure: unknown

  async function sync(): Promise<void> {
    const upTo = noted
    try {
      // The locks of SQLite are on its other two files, so that closing this one gives none of them back.
      descriptor ??= openSync(file, 'r+')
      await promisify(syncFile)(descriptor)
      kept = upTo
    } catch (error) {
      failure = error
    }
    running = undefined
  }

  async function settled(): Promise<void> {
    const mine = noted
    while (kept < mine) {
      if (failure !== undefined) throw new PortError('store', 'timeout', failure)
      // The one that is under way may have begun before.
      running ??= sync()
      await running
    }
  }

  return {
    noteCommit() {
      noted += 1
    },
    settled,
    assertUsable() {
      if (failure !== undefined) throw new PortError('store', 'unavailable', failure)
    },
    async close() {
      await settled().catch(() => undefined)
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}
