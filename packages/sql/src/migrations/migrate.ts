import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database, Flavour } from '../database.ts'
import { createInitialTables } from './0001-initial.ts'
import { createExternalIdentities } from './0002-external-identities.ts'
import { createRealmAccounts } from './0003-realm-accounts.ts'
import { createReplicas } from './0004-replicas.ts'

/**
 * Brings the tables up to date, forwards only. Several processes may do it at once: one works, the
 * others wait and find nothing left to do.
 *
 * @throws {PortError} `store` when the database fails.
 * @throws {Error} When a newer release has already changed the tables, naming its migration.
 */
export async function migrate({ db, flavour }: Database): Promise<void> {
  const provider = { getMigrations: async () => migrations(flavour) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) throw error
}

/** How the tables stand to this release. */
export type TablesAge = 'current' | 'older' | 'newer'

/**
 * Whether {@link migrate} would find something to do, or fail. Changes nothing.
 *
 * @returns `older` also when there are no tables at all.
 * @throws {PortError} `store` when the database fails.
 */
export async function ageOfTables({ db, flavour }: Database): Promise<TablesAge> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return 'older'
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = rows.map(({ name }) => name)
  const known = Object.keys(migrations(flavour))
  if (done.some((name) => !known.includes(name))) return 'newer'
  return known.every((name) => done.includes(name)) ? 'current' : 'older'
}

/** Run in the order of their names; what was released is never changed. */
function migrations(flavour: Flavour): Record<string, Migration> {
  return {
    '0001-initial': { up: async (db) => createInitialTables(db, flavour) },
    '0002-external-identities': { up: createExternalIdentities },
    '0003-realm-accounts': { up: createRealmAccounts },
    '0004-replicas': { up: createReplicas },
  }
}
