import { createDatabase, type TestDatabase } from '@gatehouse/sql/testing'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'

/** An environment whose gateway keeps everything in a PostgreSQL. */
export interface PostgresEnvironment extends TestEnvironment {
  readonly database: TestDatabase
}

/** Sets one up, with a database of its own. @param env More settings of the gateway. */
export async function openPostgresEnvironment(
  env: Readonly<Record<string, string>> = {},
): Promise<PostgresEnvironment> {
  const database = await createDatabase()
  const environment = await openTestEnvironment({
    DATABASE_URL: database.url,
    // For a machine that does much else.
    DATABASE_CONNECT_TIMEOUT_SECONDS: '60',
    DATABASE_STATEMENT_TIMEOUT_SECONDS: '60',
    DATABASE_LOCK_TIMEOUT_SECONDS: '60',
    ...env,
  })
  return {
    ...environment,
    database,
    async close() {
      await environment.close()
      await database.drop()
    },
  }
}
