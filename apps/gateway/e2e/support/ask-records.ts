import type { TestEnvironment } from '../../testing/test-environment.ts'
import type { PostgresEnvironment } from './postgres-environment.ts'
import { records } from './records.ts'

/** Runs one statement on the gateway's database, whichever it is, behind its back. */
export async function askRecords(
  environment: TestEnvironment | PostgresEnvironment,
  statement: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return 'database' in environment
    ? environment.database.ask(statement)
    : records(environment, statement)
}
