import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PortError } from '@gatehouse/auth-core/ports'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'

/** A process that dies with the lease keeps the others waiting this long, in milliseconds. */
const leaseMs = 30_000

const renewMs = leaseMs / 3
const pollMs = 200

/** How long to wait while others work, in milliseconds: large tables take their time. */
const patienceMs = 30 * 60_000

/**
 * Does work that one process at a time may do, by a row with a time of the database's own clock:
 * not every server has locks that outlive a statement, and changes of tables end transactions on
 * some.
 *
 * @throws {PortError} `store`, `timeout` when others held it for half an hour.
 */
export async function holdLease<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = randomUUID()
  await createTable(database)
  const end = performance.now() + patienceMs
  while (!(await take(database.db, holder))) {
    if (performance.now() > end) {
      throw new PortError('store', 'timeout', new Error('another process changes the tables'))
    }
    await sleep(pollMs)
  }
  // One that fails is tried again before the lease ends.
  const renewing = setInterval(() => void take(database.db, holder).catch(() => {}), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    // If this fails the others wait until it ends by itself.
    await releaseLease(database.db, holder).catch(() => {})
  }
}

/** Two that do this at once may both find no table; the second is told so by a failure. */
async function createTable({ db, read }: Database): Promise<void> {
  const exists = () => read((tables) => tables.selectFrom('migration_lease').select('id').execute())
  for (let failures = 0; ; failures += 1) {
    try {
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

/** Takes it if it is free, or still ours. */
async function take(db: Kysely<Schema>, holder: string): Promise<boolean> {
  const taken = await db
    .insertInto('migration_lease')
    .values({ id: 'tables', holder, held_until: sql`${databaseNow} + ${sql.lit(leaseMs)}` })
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
            row('migration_lease.held_until', '<=', databaseNow),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

async function releaseLease(db: Kysely<Schema>, holder: string): Promise<void> {
  await db
    .updateTable('migration_lease')
    .set({ held_until: 0 })
    .where('holder', '=', holder)
    .execute()
}

const databaseNow = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
