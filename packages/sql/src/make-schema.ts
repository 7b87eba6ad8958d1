import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Makes the schema for our tables if it is not there, which takes the right to make schemas in the database.
 * Two processes may try it at once: the second one may fail, and finds it when it tries again.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function makeSchema({ db, schema }: Database): Promise<void> {
  if (schema === undefined) return
  // First of all, since PostgreSQL asks for the right even when there is nothing to do.
  const { rows } =
    await sql`select 1 from pg_catalog.pg_namespace where nspname = ${schema}`.execute(db)
  if (rows.length === 0) await db.schema.createSchema(schema).ifNotExists().execute()
}
