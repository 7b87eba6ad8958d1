import { createHash } from 'node:crypto'
import type { ApiKey, ApiKeyRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { ApiKeyRow } from '../account-rows.ts'
import { toDate, toMillis } from '../columns.ts'
import { write } from '../deferred-writes.ts'
import type { Schema } from '../schema.ts'
import type { Sealer } from '../sealer.ts'
import { findApiKey } from './find-api-key.ts'

/** Further API keys within one transaction. The first key of an account is sealed in its row. */
export function createSqlApiKeyRepository(db: Kysely<Schema>, sealer: Sealer): ApiKeyRepository {
  const keys = () =>
    db
      .selectFrom('api_keys')
      .select(['id', 'account_id', 'name', 'created_at', 'expires_at', 'last_used_at'])

  return {
    async insert(key, text) {
      await write(db, db.insertInto('api_keys').values({ ...toRow(key), key_hash: hashOf(text) }))
    },

    async find(id) {
      const row = await keys().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },

    findByText: (text, now) => findApiKey({ db, sealer }, { text, keyHash: hashOf(text), now }),

    async listOfAccount(accountId) {
      const rows = await keys()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },

    async update(key) {
      await write(db, db.updateTable('api_keys').set(toRow(key)).where('id', '=', key.id))
    },

    async remove(id) {
      await write(db, db.deleteFrom('api_keys').where('id', '=', id))
    },

    async removeAll(accountId) {
      await write(db, db.deleteFrom('api_keys').where('account_id', '=', accountId))
    },

    async removeExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('api_keys')
        .where('expires_at', '<=', now.getTime())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/**
 * The hash of a key. It needs no secret, because the text is random and cannot be guessed. So it stays valid
 * after a change of the master key.
 */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function toRow(key: ApiKey): Omit<ApiKeyRow, 'key_hash'> {
  return {
    id: key.id,
    account_id: key.accountId,
    name: key.name,
    created_at: key.createdAt.getTime(),
    expires_at: toMillis(key.expiresAt),
    last_used_at: toMillis(key.lastUsedAt),
  }
}

function fromRow(row: Omit<ApiKeyRow, 'key_hash'>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    createdAt: new Date(row.created_at),
    expiresAt: toDate(row.expires_at),
    lastUsedAt: toDate(row.last_used_at),
  }
}
