import type { LeasedId, Outbox, OutboxEntry } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { toDate, toMillis } from '../columns.ts'
import { write } from '../deferred-writes.ts'
import { fromJson, toJson } from '../json.ts'
import type { OutboxRow, Schema } from '../schema.ts'
import { openSealed, type Sealer } from '../sealer.ts'
import { sealedFor } from '../sealing/contexts.ts'
import { createOutboxLeases, unleased } from './outbox-leases.ts'

/** Mails that wait to be sent, encrypted, within one transaction. */
export function createSqlOutbox(db: Kysely<Schema>, sealer: Sealer): Outbox {
  // A settled entry stays settled, whatever a slow process or one that counts as dead does.
  const changeWaiting = () => db.updateTable('outbox').where('settled_at', 'is', null)
  const changeLeased = ({ id, leaseUntil }: LeasedId) =>
    changeWaiting().where('id', '=', id).where('leased_until', '=', leaseUntil.getTime())

  return {
    ...createOutboxLeases(db, (row) => fromRow(row, sealer)),

    async add(entry) {
      await write(db, db.insertInto('outbox').values(toRow(entry, sealer)))
    },

    async find(id) {
      const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row, sealer)
    },

    async postpone(leased, { attempts, dueAt, reason }) {
      const { numUpdatedRows } = await changeLeased(leased)
        .set({ attempts, due_at: dueAt.getTime(), ...unleased, reason })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async markSent(id, at) {
      await write(
        db,
        changeWaiting().set({ settled_at: at.getTime(), reason: null }).where('id', '=', id),
      )
    },

    async giveUp(leased, at, reason) {
      const { numUpdatedRows } = await changeLeased(leased)
        .set({ settled_at: at.getTime(), content: null, reason })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async countSince(accountId, kind, since) {
      const { count } = await db
        .selectFrom('outbox')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .where('created_at', '>=', since.getTime())
        .executeTakeFirstOrThrow()
      return count
    },

    async cancel(accountId, kind, at) {
      await write(
        db,
        changeWaiting()
          .set({ settled_at: at.getTime(), content: null, reason: 'cancelled' })
          .where('account_id', '=', accountId)
          .where('kind', '=', kind),
      )
    },

    async removeSettled(before) {
      const { numDeletedRows } = await db
        .deleteFrom('outbox')
        .where('settled_at', '<', before.getTime())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function toRow(entry: OutboxEntry, sealer: Sealer): OutboxRow {
  return {
    id: entry.id,
    account_id: entry.accountId,
    kind: entry.mail.kind,
    content: sealer.seal(toJson(entry.mail), sealedFor.mail(entry.id)),
    created_at: entry.createdAt.getTime(),
    not_after: toMillis(entry.notAfter),
    attempts: entry.attempts,
    due_at: entry.dueAt.getTime(),
    ...unleased,
    settled_at: null,
    reason: null,
  }
}

function fromRow(row: OutboxRow, sealer: Sealer): OutboxEntry | undefined {
  if (row.content === null) return undefined
  return {
    id: row.id,
    mail: fromJson(openSealed(sealer, row.content, sealedFor.mail(row.id))),
    accountId: row.account_id,
    createdAt: new Date(row.created_at),
    notAfter: toDate(row.not_after),
    attempts: row.attempts,
    dueAt: new Date(row.due_at),
  }
}
