import { PortError } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { hasTable } from '../our-tables.ts'
import type { Schema } from '../schema.ts'
import { openSealed, type Sealer } from '../sealer.ts'
import { sealedFor } from './contexts.ts'
import { sealedColumns } from './sealed-columns.ts'

const id = 'master_key'

/**
 * Checks that a sealer opens the texts of a database, before texts are sealed with another key. The first
 * time, it stores a sealed text for that check; if sealed texts exist already, one of each kind has to open.
 *
 * @returns `false` when a text does not open.
 * @throws {PortError} `store` when the database fails.
 */
export async function checkSealingKey(
  database: Database,
  { sealer }: { readonly sealer: Sealer },
): Promise<boolean> {
  return opens(() =>
    database.transaction(async (db) => {
      const exists = await openKeyCheck(db, sealer)
      if (exists) return
      const sealed = sealer.seal(id, sealedFor.keyCheck())
      const row = db.insertInto('key_check').values({ id, sealed })
      // A text that another process has stored meanwhile is no failure: PostgreSQL then asks for another run of
      // the transaction, which finds it.
      await row.onConflict((conflict) => conflict.column('id').doNothing()).execute()
    }),
  )
}

/**
 * What {@link checkSealingKey} would answer. Changes nothing.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function hasSealingKey(
  database: Database,
  { sealer }: { readonly sealer: Sealer },
): Promise<boolean> {
  return opens(() => database.transaction((db) => openKeyCheck(db, sealer)))
}

/**
 * Whether texts were sealed in a database, so that it needs the key of that time. Changes nothing; there may
 * be no tables.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function hasSealedRecords(database: Database): Promise<boolean> {
  if (!(await hasTable(database, 'key_check'))) return false
  const { db } = database
  const sealed = await db.selectFrom('key_check').select('id').limit(1).executeTakeFirst()
  return (
    (sealed ?? (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst())) !==
    undefined
  )
}

/**
 * Seals the text of {@link checkSealingKey} again, so that the check fails from now on with earlier keys
 * only.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function renewSealingKey(
  database: Database,
  { sealer }: { readonly sealer: Sealer },
): Promise<void> {
  const sealed = sealer.seal(id, sealedFor.keyCheck())
  await database.transaction((db) =>
    db
      .insertInto('key_check')
      .values({ id, sealed })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ sealed }))
      .execute(),
  )
}

async function opens(open: () => Promise<unknown>): Promise<boolean> {
  try {
    await open()
    return true
  } catch (error) {
    if (error instanceof PortError && error.failure === 'corrupt') return false
    throw error
  }
}

/**
 * @returns Whether the text of the check exists.
 *
 * @throws {PortError} `corrupt` when it, or another sealed text, does not open.
 */
async function openKeyCheck(db: Kysely<Schema>, sealer: Sealer): Promise<boolean> {
  const row = await db.selectFrom('key_check').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) openSealed(sealer, row.sealed, sealedFor.keyCheck())
  if (row) return true
  for (const column of sealedColumns) {
    const [first] = await column.page(db, '', 1)
    if (first) openSealed(sealer, first.sealed, first.context)
  }
  return false
}
