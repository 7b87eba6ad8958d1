import { PortError } from '@gatehouse/auth-core/ports'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { type CountersOfSubjects, keysOfSubjects } from '../rate-limits/keys-of-subjects.ts'
import { counterTable } from '../rate-limits/limiter-for-window.ts'

/**
 * Removes counters that replicas share. A replica that refused recently may refuse for up to five more
 * seconds, from memory.
 *
 * @returns How many were removed.
 * @throws {PortError} `rate_limiter` when the database fails.
 */
export async function forgetPostgresCounters(
  database: Database,
  of: CountersOfSubjects,
): Promise<number> {
  const table = sql.table(counterTable)
  try {
    return await database.transaction(async (db) => {
      const { rows } = await sql<{ key: string }>`select key from ${table}`.execute(db)
      const meant = keysOfSubjects(
        rows.map(({ key }) => key),
        of,
      )
      for (const key of meant) await sql`delete from ${table} where key = ${key}`.execute(db)
      return meant.length
    })
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    throw new PortError('rate_limiter', error.failure, error.cause)
  }
}
