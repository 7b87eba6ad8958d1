import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database, Flavour } from '../database.ts'
import { hasTable } from '../our-tables.ts'
import { noStatementTimeout } from '../postgres/no-statement-timeout.ts'
import { createInitialTables } from './0001-initial.ts'
import { createExternalIdentities } from './0002-external-identities.ts'
import { createRealmAccounts } from './0003-realm-accounts.ts'
import { createReplicas } from './0004-replicas.ts'
import { createCounters } from './0005-counters.ts'
import { createSealingAids } from './0006-sealing.ts'
import { createOutboxOrder } from './0007-outbox-order.ts'
import { nameHolders } from './0008-holders.ts'
import { createEndings } from './0009-endings.ts'
import { distinguishOwners } from './0010-owners.ts'
import { describeMembers } from './0011-members.ts'
import { createInvitations } from './0012-invitations.ts'
import { createOwnAccounts } from './0013-own-accounts.ts'
import { createAuditChain } from './0014-audit-chain.ts'
import { closeTenants } from './0015-closing.ts'
import { noteKeyUse } from './0016-key-use.ts'
import { createPasswordLeases } from './0017-password-leases.ts'
import { noteLanguages } from './0018-languages.ts'
import { nameMailHolders } from './0019-mail-leases.ts'
import { noteEndings } from './0020-noted-endings.ts'
import { withMigrationLease } from './migration-lease.ts'

/**
 * Brings the tables up to date, forwards only. Several processes may do it at once: one works, the
 * others wait and find nothing left to do.
 *
 * @throws {PortError} `store` when the database fails.
 * @throws {Error} When a newer release has already changed the tables, naming its migration.
 */
export async function migrate(database: Database): Promise<void> {
  const { db, flavour } = database
  const provider = { getMigrations: async () => migrations(flavour) }
  const run = async () => {
    // Otherwise the table of someone else's migrations, in another schema, would be taken for ours.
    const migrationTableSchema = await schemaOfTables(database)
    const options = migrationTableSchema === undefined ? {} : { migrationTableSchema }
    const migrator = new Migrator({ db, provider, ...options })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
  }
  // On SQLite the migration's transaction keeps other processes out.
  await (flavour === 'sqlite' ? run() : withMigrationLease(database, run))
}

/** The schema that new tables are made in; `undefined` where a database has none. */
async function schemaOfTables({ db, flavour, schema }: Database): Promise<string | undefined> {
  if (flavour === 'sqlite' || schema !== undefined) return schema
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? undefined
}

/** Whether the tables are those of this release, an older or a newer one. */
export type TablesAge = 'current' | 'older' | 'newer'

/**
 * Whether {@link migrate} would find something to do, or fail. Changes nothing.
 *
 * @returns `older` also when there are no tables at all.
 * @throws {PortError} `store` when the database fails.
 */
export async function ageOfTables(database: Database): Promise<TablesAge> {
  const { db, flavour } = database
  if (!(await hasTable(database, 'kysely_migration'))) return 'older'
  const noted = sql.table('kysely_migration')
  const { rows } = await sql<{ name: string }>`select name from ${noted}`.execute(db)
  const done = rows.map(({ name }) => name)
  const known = Object.keys(migrations(flavour))
  if (done.some((name) => !known.includes(name))) return 'newer'
  return known.every((name) => done.includes(name)) ? 'current' : 'older'
}

/** Migrations run in the order of their names. A released one is never changed. */
function migrations(flavour: Flavour): Record<string, Migration> {
  const all: Record<string, Migration> = {
    '0001-initial': { up: async (db) => createInitialTables(db, flavour) },
    '0002-external-identities': { up: createExternalIdentities },
    '0003-realm-accounts': { up: createRealmAccounts },
    '0004-replicas': { up: createReplicas },
    '0005-counters': { up: async (db) => createCounters(db, flavour) },
    '0006-sealing': { up: createSealingAids },
    '0007-outbox-order': { up: createOutboxOrder },
    '0008-holders': { up: nameHolders },
    '0009-endings': { up: createEndings },
    '0010-owners': { up: distinguishOwners },
    '0011-members': { up: describeMembers },
    '0012-invitations': { up: createInvitations },
    '0013-own-accounts': { up: createOwnAccounts },
    '0014-audit-chain': { up: createAuditChain },
    '0015-closing': { up: closeTenants },
    '0016-key-use': { up: noteKeyUse },
    '0017-password-leases': { up: createPasswordLeases },
    '0018-languages': { up: noteLanguages },
    '0019-mail-leases': { up: nameMailHolders },
    '0020-noted-endings': { up: async (db) => noteEndings(db, flavour) },
  }
  return flavour === 'sqlite' ? all : withoutTimeLimit(all)
}

/**
 * Lifts the time limit, because changing a large table takes longer than other statements. The limit for
 * locks stays.
 */
function withoutTimeLimit(all: Record<string, Migration>): Record<string, Migration> {
  const entries = Object.entries(all).map(([name, { up }]) => [
    name,
    {
      async up(db: Kysely<unknown>) {
        await sql.raw(noStatementTimeout).execute(db)
        await up(db)
      },
    },
  ])
  return Object.fromEntries(entries) as Record<string, Migration>
}
