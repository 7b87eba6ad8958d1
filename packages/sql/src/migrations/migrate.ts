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

/** Run in the order of their names; what was released is never changed. */
function migrations(flavour: Flavour): Record<string, Migration> {
  return {
    '0001-initial': { up: async (db) => createInitialTables(db, flavour) },
    '0002-external-identities': { up: createExternalIdentities },
    '0003-realm-accounts': { up: createRealmAccounts },
    '0004-replicas': { up: createReplicas },
  }
}
