import {
  type LeasedId,
  type LeaseLimits,
  type Outbox,
  type OutboxEntry,
  outboxHorizon,
} from '@gatehouse/auth-core/ports'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { toDate, toMillis } from '../columns.ts'
import { fromJson, toJson } from '../json.ts'
import type { OutboxRow, Schema } from '../schema.ts'
import { openSealed, type Sealer } from '../sealer.ts'
import { sealedFor } from '../sealing/contexts.ts'

/** Mails that wait to be sent, encrypted, within one transaction. */
export function createSqlOutbox(db: Kysely<Schema>, sealer: Sealer): Outbox {
  // A settled entry stays settled, whatever a slow process or one that counts as dead does.
  const changeWaiting = () => db.updateTable('outbox').where('settled_at', 'is', null)
  const changeLeased = ({ id, leaseUntil }: LeasedId) =>
    changeWaiting().where('id', '=', id).where('leased_until', '=', leaseUntil.getTime())

  return {
    async add(entry) {
      await db.insertInto('outbox').values(toRow(entry, sealer)).execute()
    },

    async find(id) {
      const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
      return row && fromRow(row, sealer)
    },

    async leaseDue(now, limits, leaseUntil) {
      const rows = await dueRows(db, { now, leaseUntil }, limits)
      if (rows.length === 0) return []
      const ids = rows.map(({ id }) => id)
      await changeWaiting()
        .set({ leased_until: leaseUntil.getTime() })
        .where('id', 'in', ids)
        .execute()
      return rows.flatMap((row) => fromRow(row, sealer) ?? [])
    },

    async releaseLeases() {
      await changeWaiting()
        .set({ leased_until: null })
        .where('leased_until', 'is not', null)
        .execute()
    },

    async postpone(leased, { attempts, dueAt, reason }) {
      const { numUpdatedRows } = await changeLeased(leased)
        .set({ attempts, due_at: dueAt.getTime(), leased_until: null, reason })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async markSent(id, at) {
      await changeWaiting()
        .set({ settled_at: at.getTime(), reason: null })
        .where('id', '=', id)
        .execute()
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
      await changeWaiting()
        .set({ settled_at: at.getTime(), content: null, reason: 'cancelled' })
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .execute()
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

async function dueRows(
  db: Kysely<Schema>,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
  { untried, tried }: LeaseLimits,
): Promise<readonly OutboxRow[]> {
  const horizon = outboxHorizon(now, leaseUntil)
  const due = (furthest: Date) =>
    db
      .selectFrom('outbox')
      .selectAll()
      .where('settled_at', 'is', null)
      .where((where) => hasCome(where, 'due_at', { now, furthest }))
      .where((where) =>
        where.or([
          where('leased_until', 'is', null),
          hasCome(where, 'leased_until', { now, furthest: horizon.untried }),
        ]),
      )
  // Numbers in the statement instead of parameters: a partial index is only used if the planner sees that the
  // statement implies its condition.
  const untriedFirst = due(horizon.untried)
    .where(sql<boolean>`attempts = 0`)
    .orderBy('created_at')
    .orderBy('id')
  const triedNext = due(horizon.tried)
    .where(sql<boolean>`attempts > 0`)
    .orderBy('attempts')
    .orderBy('due_at')
    .orderBy('id')
  return [
    ...(await untriedFirst.limit(untried).execute()),
    ...(await triedNext.limit(tried).execute()),
  ]
}

/** Whether a moment is past, or further ahead than a right clock can have put it. */
function hasCome(
  where: ExpressionBuilder<Schema, 'outbox'>,
  column: 'due_at' | 'leased_until',
  { now, furthest }: { readonly now: Date; readonly furthest: Date },
) {
  return where.or([where(column, '<=', now.getTime()), where(column, '>', furthest.getTime())])
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
    leased_until: null,
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
