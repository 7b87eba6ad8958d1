import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { openSealed, type Sealer } from '../sealer.ts'
import { apiKeyLookup, sealedFor } from './contexts.ts'

const batchSize = 200

/**
 * Adds the lookup hash to accounts that an older release stored. It costs almost nothing when there are none,
 * so it can run often: a replica of an older release may still be running.
 *
 * @returns How many accounts got one.
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
