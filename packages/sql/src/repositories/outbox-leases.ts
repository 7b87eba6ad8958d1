import {
  type LeaseLimits,
  type Outbox,
  type OutboxEntry,
  outboxHorizon,
} from '@gatehouse/auth-core/ports'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { write } from '../deferred-writes.ts'
import type { OutboxRow, Schema } from '../schema.ts'

/** The columns of an entry that no process has. */
export const unleased = { leased_by: null, leased_until: null } as const

/** Who may send which mails, within one transaction. @param entryOf `undefined` when the content was dropped. */
export function createOutboxLeases(
  db: Kysely<Schema>,
  entryOf: (row: OutboxRow) => OutboxEntry | undefined,
): Pick<Outbox, 'isLeased' | 'leaseDue' | 'listLeases' | 'releaseLease' | 'releaseLeases'> {
  const changeWaiting = () => db.updateTable('outbox').where('settled_at', 'is', null)

  return {
    async leaseDue(now, limits, { by, until }) {
      const rows = await dueRows(db, { now, leaseUntil: until }, limits)
      if (rows.length === 0) return []
      const ids = rows.map(({ id }) => id)
      await write(
        db,
        changeWaiting()
          .set({ leased_until: until.getTime(), leased_by: by === '' ? null : by })
          .where('id', 'in', ids),
      )
      return rows.flatMap((row) => entryOf(row) ?? [])
    },

    async listLeases() {
      const rows = await db
        .selectFrom('outbox')
        .select(['leased_by', 'leased_until'])
        .distinct()
        .where('settled_at', 'is', null)
        .where('leased_by', 'is not', null)
        .execute()
      return rows.flatMap(({ leased_by: by, leased_until: until }) =>
        by === null || until === null ? [] : [{ by, until: new Date(until) }],
      )
    },

    async releaseLease({ by, until }) {
      await write(
        db,
        changeWaiting()
          .set(unleased)
          .where('leased_by', '=', by)
          .where('leased_until', '=', until.getTime()),
      )
    },

    async isLeased({ id, leaseUntil }) {
      const row = await db
        .selectFrom('outbox')
        .select('id')
        .where('id', '=', id)
        .where('leased_until', '=', leaseUntil.getTime())
        .where('settled_at', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },

    async releaseLeases() {
      await write(db, changeWaiting().set(unleased).where('leased_until', 'is not', null))
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
