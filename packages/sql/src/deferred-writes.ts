import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

const withoutAnswer = new WeakSet<CompiledQuery>()

/**
 * Puts a write whose answer is not needed to the database. In a transaction on PostgreSQL it is sent together
 * with the next statement that has an answer, or with the commit. Statements keep their order. If it fails,
 * the transaction fails: at the latest when it is committed.
 */
export async function write(db: Kysely<Schema>, statement: Compilable): Promise<void> {
  const compiled = statement.compile()
  withoutAnswer.add(compiled)
  await db.executeQuery(compiled)
}

/** Whether a statement is one that {@link write} has put. */
export function isDeferrable(statement: CompiledQuery): boolean {
  return withoutAnswer.has(statement)
}
