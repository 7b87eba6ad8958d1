import { join, resolve } from 'node:path'
import { lockSqliteDatabase } from '@gatehouse/sql'
import { LaunchError } from './launch-error.ts'

/**
 * Keeps other launchers away from a folder: two would write to the same mails and logs. The system releases
 * the lock when this process ends, however it does.
 *
 * @returns Releases the lock.
 * @throws {LaunchError} When another launcher has it, or when it cannot be taken.
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = takeLock(dataDir)
  if (lock.isAlone) return () => lock.release()
  lock.release()
  throw new LaunchError(
    `Another npm start is running on the folder ${resolve(dataDir)}. Stop it, or choose another folder with DATA_DIR.`,
  )
}

function takeLock(dataDir: string): ReturnType<typeof lockSqliteDatabase> {
  try {
    return lockSqliteDatabase({ file: join(dataDir, 'npm-start') })
  } catch {
    throw new LaunchError(`The folder ${resolve(dataDir)} cannot be written to; see DATA_DIR.`)
  }
}
