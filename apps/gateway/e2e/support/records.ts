import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { TestEnvironment } from '../../testing/test-environment.ts'

/** Runs one statement on the gateway's database, behind its back, and gives back the rows. */
export function records(
  { dataDir }: Pick<TestEnvironment, 'dataDir'>,
  statement: string,
  ...values: readonly SQLInputValue[]
): readonly Readonly<Record<string, unknown>>[] {
  const database = new DatabaseSync(join(dataDir, 'gatehouse.sqlite'), { timeout: 5000 })
  try {
    return database.prepare(statement).all(...values)
  } finally {
    database.close()
  }
}
