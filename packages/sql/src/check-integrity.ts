import { sql } from 'kysely'
import type { Database, Flavour } from './database.ts'
import { hasTable, ourTables } from './our-tables.ts'
import { noStatementTimeout } from './postgres/no-statement-timeout.ts'

/**
 * Checks the whole database for damage: contradicting pages, and rows that refer to missing rows. It reads
 * everything, so it takes a while on a large database. PostgreSQL prevents missing references, and reports
 * itself what it cannot read.
 *
 * @returns One sentence for each fault; `[]` for none.
 * @throws {PortError} `store` when the database cannot be read at all.
 */
export function checkIntegrity(database: Database): Promise<readonly string[]> {
  return checks[database.flavour](database)
}

const checks: Readonly<Record<Flavour, (database: Database) => Promise<readonly string[]>>> = {
  sqlite: checkSqlite,
  postgres: readEverything,
}

async function checkSqlite({ db }: Database): Promise<readonly string[]> {
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

/** Each table of ours in a transaction of its own, without a time limit. */
async function readEverything(database: Database): Promise<readonly string[]> {
  for (const name of ourTables) {
    if (!(await hasTable(database, name))) continue
    await database.db.transaction().execute(async (tx) => {
      await sql.raw(noStatementTimeout).execute(tx)
      await sql`select count(*) from ${sql.table(name)}`.execute(tx)
    })
  }
  return []
}
