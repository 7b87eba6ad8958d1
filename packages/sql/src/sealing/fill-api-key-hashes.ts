import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { openSealed, type Sealer } from '../sealer.ts'
import { apiKeyLookup, sealedFor } from './contexts.ts'

const batchSize = 200

/**
 * Gives accounts that an older release stored the hash by which they are found. It costs next to
 * nothing when there are none, so that it can run often: a replica of an older release may still be
 * running.
 *
 * @returns How many accounts were given one.
 * @throws {PortError} `store` when the database fails, `corrupt` when a key does not open.
 */
export async function fillApiKeyHashes(
  database: Database,
  { sealer }: { readonly sealer: Sealer },
): Promise<number> {
  let filled = 0
  let found: number
  do {
    found = await database.transaction((db) => fillSome(db, sealer))
    filled += found
  } while (found === batchSize)
  return filled
}

async function fillSome(db: Kysely<Schema>, sealer: Sealer): Promise<number> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'api_key'])
    .where('api_key_hash', 'is', null)
    .limit(batchSize)
    .execute()
  for (const { id, api_key } of rows) {
    const apiKey = openSealed(sealer, api_key, sealedFor.apiKey(id))
    const [api_key_hash] = sealer.lookupHashes(apiKey, apiKeyLookup)
    await db.updateTable('accounts').set({ api_key_hash }).where('id', '=', id).execute()
  }
  return rows.length
}
