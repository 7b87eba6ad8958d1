import { type Kysely, sql } from 'kysely'
import type { Database, Flavour } from './database.ts'
import { noStatementTimeout } from './postgres/guard-pool.ts'
import type { Schema } from './schema.ts'

/**
 * Checks the whole database for damage: contradicting pages, and rows that refer to missing rows. It reads
 * everything, so it takes a while on a large database. PostgreSQL prevents missing references, and reports
 * itself what it cannot read.
 *
 * @returns One sentence for each fault; `[]` for none.
 * @throws {PortError} `store` when the database cannot be read at all.
 */
export function checkIntegrity({ db, flavour }: Database): Promise<readonly string[]> {
  return checks[flavour](db)
}

const checks: Readonly<Record<Flavour, (db: Kysely<Schema>) => Promise<readonly string[]>>> = {
  sqlite: checkSqlite,
  postgres: readEverything,
}

async function checkSqlite(db: Kysely<Schema>): Promise<readonly string[]> {
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(db)
  const orphans = await sql<{
    table: string
    parent: string
  }>`pragma foreign_key_check`.execute(db)
  return [
    ...pages.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...orphans.rows.map(
      ({ table, parent }) => `A row of ${table} refers to one of ${parent} that is gone.`,
    ),
  ]
}

/** Each table in a transaction of its own, without a time limit. */
async function readEverything(db: Kysely<Schema>): Promise<readonly string[]> {
  for (const { name } of await db.introspection.getTables()) {
    await db.transaction().execute(async (tx) => {
      await sql.raw(noStatementTimeout).execute(tx)
      await sql`select count(*) from ${sql.table(name)}`.execute(tx)
    })
  }
  return []
}
