import { PortError } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { openSealed, type Sealer } from '../sealer.ts'
import { sealedFor } from './contexts.ts'
import { sealedColumns } from './sealed-columns.ts'

const id = 'master_key'

/**
 * Makes sure that a sealer fits what is in a database, before anything is sealed into it with another
 * key. The first time, a text is sealed into the database for that; in one that was grown without it,
 * some of what is sealed there has to open.
 *
 * @throws {PortError} `store`, `corrupt` when it does not fit; other failures of the database.
 */
export async function checkSealingKey(
  database: Database,
  { sealer }: { readonly sealer: Sealer },
): Promise<void> {
  await database.transaction(async (db) => {
    const found = await isFitting(db, sealer)
    if (found) return
    const sealed = sealer.seal(id, sealedFor.keyCheck())
    await db.insertInto('key_check').values({ id, sealed }).execute()
  })
}

/** The same for whoever must not write. @throws {PortError} As {@link checkSealingKey}. */
export async function hasSealingKey(
  database: Database,
  { sealer }: { readonly sealer: Sealer },
): Promise<boolean> {
  try {
    await database.transaction((db) => isFitting(db, sealer))
    return true
  } catch (error) {
    if (error instanceof PortError && error.failure === 'corrupt') return false
    throw error
  }
}

/** Seals the text anew: from then on nobody starts who has the key before alone. */
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

/** @returns Whether there is a text to tell by. @throws {PortError} `corrupt` when one does not open. */
async function isFitting(db: Kysely<Schema>, sealer: Sealer): Promise<boolean> {
  const row = await db.selectFrom('key_check').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) openSealed(sealer, row.sealed, sealedFor.keyCheck())
  if (row) return true
  for (const column of sealedColumns) {
    const [first] = await column.page(db, '', 1)
    if (first) openSealed(sealer, first.sealed, first.context)
  }
  return false
}
