import type { Session, SessionRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { toDate, toMillis } from '../columns.ts'
import { write } from '../deferred-writes.ts'
import { inChunks } from '../in-chunks.ts'
import type { SessionRow } from '../login-rows.ts'
import type { Schema } from '../schema.ts'

/** Sessions within one transaction. */
export function createSqlSessionRepository(db: Kysely<Schema>): SessionRepository {
  const sessions = () => db.selectFrom('sessions').selectAll()

  return {
    async insert(session) {
      await write(db, db.insertInto('sessions').values(toRow(session)))
    },

    async find(id) {
      const row = await sessions().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row)
    },

    async findMany(ids) {
      const rows = await inChunks(ids, (chunk) => sessions().where('id', 'in', chunk).execute())
      return rows.map(fromRow)
    },

    async listOfAccount(accountId) {
      const rows = await sessions().where('account_id', '=', accountId).execute()
      return rows.map(fromRow)
    },

    async listLive(accountId, now) {
      const rows = await sessions()
        .where('account_id', '=', accountId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now.getTime())
        .execute()
      return rows.map(fromRow)
    },

    async update(session) {
      await write(db, db.updateTable('sessions').set(toRow(session)).where('id', '=', session.id))
    },

    async endAll(accountId, at) {
      await write(
        db,
        db
          .updateTable('sessions')
          .set({ ended_at: at.getTime() })
          .where('account_id', '=', accountId)
          .where('ended_at', 'is', null),
      )
    },

    async hasLive(accountId, now) {
      const found = await db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', accountId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now.getTime())
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },

    async countLive(now) {
      const { count } = await db
        .selectFrom('sessions')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now.getTime())
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async removeExpired(before) {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('expires_at', '<', before.getTime())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function toRow(session: Session): SessionRow {
  return {
    id: session.id,
    login_id: session.loginId,
    account_id: session.accountId,
    tenant_id: session.tenantId,
    client: session.client,
    auth_time: session.authTime.getTime(),
    issued_at: session.issuedAt.getTime(),
    expires_at: session.expiresAt.getTime(),
    network: session.network,
    user_agent: session.userAgent,
    created_at: session.createdAt.getTime(),
    last_seen_at: session.lastSeenAt.getTime(),
    ended_at: toMillis(session.endedAt),
  }
}

function fromRow(row: SessionRow): Session {
  return {
    id: row.id,
    loginId: row.login_id,
    accountId: row.account_id,
    tenantId: row.tenant_id,
    client: row.client,
    authTime: new Date(row.auth_time),
    issuedAt: new Date(row.issued_at),
    expiresAt: new Date(row.expires_at),
    network: row.network,
    userAgent: row.user_agent,
    // An older release has stored the times of the login and of the newest token.
    createdAt: new Date(row.created_at ?? row.auth_time),
    lastSeenAt: new Date(row.last_seen_at ?? row.issued_at),
    endedAt: toDate(row.ended_at),
  }
}
