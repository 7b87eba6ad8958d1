import type { OneTimeToken, OneTimeTokenRepository, TokenLease } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { write } from '../deferred-writes.ts'
import type { OneTimeTokenRow } from '../login-rows.ts'
import type { Schema } from '../schema.ts'

/** One-time tokens, known by their digests, within one transaction. */
export function createSqlOneTimeTokenRepository(db: Kysely<Schema>): OneTimeTokenRepository {
  const tokens = () => db.selectFrom('one_time_tokens').selectAll()

  return {
    async insert(token) {
      await write(db, db.insertInto('one_time_tokens').values(toRow(token)))
    },

    async find(purpose, digest) {
      const row = await tokens()
        .where('digest', '=', digest)
        .where('purpose', '=', purpose)
        .executeTakeFirst()
      return row && fromRow(row)
    },

    async findNewest(purpose, accountId) {
      const row = await tokens()
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && fromRow(row)
    },

    async update(token) {
      await write(
        db,
        db.updateTable('one_time_tokens').set(toRow(token)).where('digest', '=', token.digest),
      )
    },

    async removeAll(purpose, accountId) {
      await write(
        db,
        db
          .deleteFrom('one_time_tokens')
          .where('account_id', '=', accountId)
          .where('purpose', '=', purpose),
      )
    },

    async findLeased(purpose) {
      const rows = await tokens()
        .where('purpose', '=', purpose)
        // Not "is not null", for which SQLite does not use the index.
        .where('claimed_until', '>', 0)
        .execute()
      return rows.map(fromRow)
    },

    // A token with an expired lease stays, because abandoned work is found through it.
    async removeExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('one_time_tokens')
        .where('claimed_until', 'is', null)
        .where('expires_at', '<=', now.getTime())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function toRow(token: OneTimeToken): OneTimeTokenRow {
  return {
    digest: token.digest,
    purpose: token.purpose,
    account_id: token.accountId,
    created_at: token.createdAt.getTime(),
    expires_at: token.expiresAt.getTime(),
    claimed_until: token.lease?.until.getTime() ?? null,
    claimed_by: token.lease?.by ?? null,
  }
}

function fromRow(row: OneTimeTokenRow): OneTimeToken {
  return {
    digest: row.digest,
    purpose: row.purpose,
    accountId: row.account_id,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    lease: toLease(row),
  }
}

/** The lease of a row; an earlier release recorded no holder. */
function toLease({ claimed_by, claimed_until }: OneTimeTokenRow): TokenLease | null {
  return claimed_until === null ? null : { by: claimed_by ?? '', until: new Date(claimed_until) }
}
