import { createDatabase, type TestDatabase } from '@gatehouse/sql/testing'
import { openStage, type Stage } from '../../testing/stage.ts'

/** A stage whose gateway keeps everything in a PostgreSQL. */
export interface PostgresStage extends Stage {
  readonly database: TestDatabase
}

/** Sets one up, with a database of its own. @param env More settings of the gateway. */
export async function openPostgresStage(
  env: Readonly<Record<string, string>> = {},
): Promise<PostgresStage> {
  const database = await createDatabase()
  const stage = await openStage({
    DATABASE_URL: database.url,
    // For a machine that does much else.
    DATABASE_CONNECT_TIMEOUT_SECONDS: '60',
    DATABASE_STATEMENT_TIMEOUT_SECONDS: '60',
    DATABASE_LOCK_TIMEOUT_SECONDS: '60',
    ...env,
  })
  return {
    ...stage,
    database,
    async close() {
      await stage.close()
      await database.drop()
    },
  }
}
