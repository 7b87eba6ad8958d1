import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PortError } from '@gatehouse/auth-core/ports'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import { databaseNow } from '../database-now.ts'
import { makeSchema } from '../make-schema.ts'
import type { Schema } from '../schema.ts'

/** Milliseconds of a lease; others wait that long for a dead process. */
const leaseMs = 30_000

const renewMs = leaseMs / 3
const pollMs = 200

/** Milliseconds to wait for other processes: large tables take time. */
const maxWaitMs = 30 * 60_000

/**
 * Does work that changes the tables, one process at a time. The lease is a row with a time of the
 * database's own clock: not every server has locks that outlive a statement, and on some a change
 * of tables ends the transaction.
 *
 * @throws {PortError} `store`, `timeout` when other processes had the lease for half an hour.
 */
export async function withMigrationLease<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = randomUUID()
  await createTable(database)
  const end = performance.now() + maxWaitMs
  while (!(await acquire(database.db, holder))) {
    if (performance.now() > end) {
      throw new PortError('store', 'timeout', new Error('another process changes the tables'))
    }
    await sleep(pollMs)
  }
  // A failed renewal is repeated before the lease ends.
  const renewing = setInterval(() => void acquire(database.db, holder).catch(() => {}), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    // If this fails, others wait until the lease runs out.
    await release(database.db, holder).catch(() => {})
  }
}

/** Creates the table, and the schema for it. Two processes may try it at once: the second one fails, and checks again. */
async function createTable(database: Database): Promise<void> {
  const { db } = database
  const exists = () =>
    database.read((tables) => tables.selectFrom('migration_lease').select('id').execute())
  for (let failures = 0; ; failures += 1) {
    try {
      await makeSchema(database)
      await db.schema
        .createTable('migration_lease')
        .ifNotExists()
        .addColumn('id', 'text', (column) => column.notNull().primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('held_until', 'bigint', (column) => column.notNull())
        .execute()
      await exists()
      return
    } catch (error) {
      if (failures === 10) throw error
      await sleep(pollMs)
    }
  }
}

/** Takes or renews the lease. @returns Whether this process holds it now. */
async function acquire(db: Kysely<Schema>, holder: string): Promise<boolean> {
  const leased = await db
    .insertInto('migration_lease')
    .values({
      id: 'tables',
      holder,
      held_until: sql`${databaseNow('postgres')} + ${sql.lit(leaseMs)}`,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({
          holder: row.ref('excluded.holder'),
          held_until: row.ref('excluded.held_until'),
        }))
        .where((row) =>
          row.or([
            row('migration_lease.holder', '=', holder),
            row('migration_lease.held_until', '<=', databaseNow('postgres')),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return leased !== undefined
}

async function release(db: Kysely<Schema>, holder: string): Promise<void> {
  await db
    .updateTable('migration_lease')
    .set({ held_until: 0 })
    .where('holder', '=', holder)
    .execute()
}
