import type { Replica, ReplicaRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { write } from '../deferred-writes.ts'
import type { ReplicaRow, Schema } from '../schema.ts'

/** The processes that serve, within one transaction. */
export function createSqlReplicaRepository(db: Kysely<Schema>): ReplicaRepository {
  return {
    async put(replica) {
      const row = toRow(replica)
      await write(
        db,
        db
          .insertInto('replicas')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
      )
    },

    async remove(id) {
      await write(db, db.deleteFrom('replicas').where('id', '=', id))
    },

    async findAlive(now) {
      const rows = await db
        .selectFrom('replicas')
        .selectAll()
        .where('alive_until', '>', now.getTime())
        .orderBy('started_at')
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },

    async removeDead(now) {
      const { numDeletedRows } = await db
        .deleteFrom('replicas')
        .where('alive_until', '<=', now.getTime())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function toRow(replica: Replica): ReplicaRow {
  return {
    id: replica.id,
    started_at: replica.startedAt.getTime(),
    alive_until: replica.aliveUntil.getTime(),
    terminals: replica.terminals,
    seals_with: replica.sealsWith,
  }
}

function fromRow(row: ReplicaRow): Replica {
  return {
    id: row.id,
    startedAt: new Date(row.started_at),
    aliveUntil: new Date(row.alive_until),
    terminals: row.terminals,
    sealsWith: row.seals_with,
  }
}
