import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql, type TableMetadata } from 'kysely'
import { openTestDatabase } from '../../test-support/open-test-store.ts'
import { postgresDatabase } from '../../test-support/postgres-database.ts'
import type { Database } from '../database.ts'
import { movedTables } from './moved-tables.ts'

/** What the other database makes by itself, or does without. */
const left = {
  sqlite: ['kysely_migration', 'kysely_migration_lock', 'password_leases', 'replicas'],
  postgres: [
    'counters',
    'kysely_migration',
    'kysely_migration_lock',
    'migration_lease',
    'password_leases',
    'replicas',
  ],
}

const moved = movedTables.map(({ name }) => name)
const address = postgresDatabase()
let sqlite: Database
let postgres: Database
let sqliteTables: readonly TableMetadata[]
let postgresTables: readonly TableMetadata[]

beforeAll(async () => {
  sqlite = await openTestDatabase(':memory:')
  postgres = await openTestDatabase(address())
  sqliteTables = await tablesOf(sqlite)
  postgresTables = await tablesOf(postgres)
})

afterAll(async () => {
  await sqlite?.close()
  await postgres?.close()
})

describe('each table of a gateway', () => {
  it('is moved, or one of those that are left', () => {
    const known = (names: readonly string[]) => [...moved, ...names].sort()
    expect(namesOf(sqliteTables)).toEqual(known(left.sqlite))
    expect(namesOf(postgresTables)).toEqual(known(left.postgres))
  })

  it.each(moved)('%s has the same columns in both databases', (name) => {
    const columns = (tables: readonly TableMetadata[]) =>
      tables.find((table) => table.name === name)?.columns.map((column) => column.name)
    expect(columns(sqliteTables)).toEqual(columns(postgresTables))
  })

  it.each(movedTables)('$name is moved by its primary key', async ({ name, key }) => {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_info(${name}) where pk > 0 order by pk`.execute(sqlite.db)
    expect(rows.map((row) => row.name)).toEqual(key)
  })

  it.each(moved)('%s comes after those that it refers to', async (name) => {
    const { rows } = await sql<{ table: string }>`
      select "table" from pragma_foreign_key_list(${name})`.execute(sqlite.db)
    const before: readonly string[] = moved.slice(0, moved.indexOf(name))
    for (const { table } of rows) expect(before).toContain(table)
  })

  it('goes on counting where the database does', () => {
    const counters = postgresTables.flatMap(({ name, columns }) =>
      columns.filter((each) => each.isAutoIncrementing).map((each) => [name, each.name]),
    )
    const known = movedTables.flatMap(({ name, counter }) => (counter ? [[name, counter]] : []))
    expect(counters).toEqual(known)
  })
})

function tablesOf({ db }: Database): Promise<readonly TableMetadata[]> {
  return db.introspection.getTables({ withInternalKyselyTables: true })
}

function namesOf(tables: readonly TableMetadata[]): readonly string[] {
  return tables.map(({ name }) => name).sort()
}
