import { existsSync } from 'node:fs'
import { type CountersOfSubjects, keysOfSubjects } from '../rate-limits/keys-of-subjects.ts'
import { counterTable } from '../rate-limits/limiter-for-window.ts'
import { createCounterTable } from './counter-table.ts'
import { openSqliteFile } from './open-sqlite-file.ts'
import { sqliteFailure } from './sqlite-failure.ts'

/**
 * Removes counters from the file of gateways, which may be running.
 *
 * @param file As for `createSqliteRateLimiter`. A missing file is not created.
 * @returns How many were removed.
 * @throws {PortError} `rate_limiter` when the file cannot be read or changed.
 */
export function forgetSqliteCounters(file: string, of: CountersOfSubjects): number {
  if (!existsSync(file)) return 0
  const options = {
    port: 'rate_limiter',
    synchronous: 'NORMAL',
    setUp: createCounterTable,
  } as const
  const sqlite = openSqliteFile(file, options)
  try {
    const keys = sqlite.prepare<[], { key: string }>(`select key from ${counterTable}`).all()
    const meant = keysOfSubjects(
      keys.map(({ key }) => key),
      of,
    )
    const remove = sqlite.prepare<[key: string]>(`delete from ${counterTable} where key = ?`)
    for (const key of meant) remove.run(key)
    return meant.length
  } catch (error) {
    throw sqliteFailure({ error, port: 'rate_limiter', isOpen: sqlite.open }) ?? error
  } finally {
    sqlite.close()
  }
}
