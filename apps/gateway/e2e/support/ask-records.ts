import type { Stage } from '../../testing/stage.ts'
import type { PostgresStage } from './postgres-stage.ts'
import { records } from './records.ts'

/** Runs one statement on the gateway's database, whichever it is, behind its back. */
export async function askRecords(
  stage: Stage | PostgresStage,
  statement: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return 'database' in stage ? stage.database.ask(statement) : records(stage, statement)
}
