import type { Ending, EndingRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { write } from '../deferred-writes.ts'
import { inChunks } from '../in-chunks.ts'
import type { EndingRow, Schema } from '../schema.ts'

/** What ended, within one transaction. */
export function createSqlEndingRepository(db: Kysely<Schema>): EndingRepository {
  const endings = () => db.selectFrom('endings').selectAll()

  return {
    async add(added) {
      await inChunks(added.map(toRow), async (rows) => {
        const added = db
          .insertInto('endings')
          .values([...rows])
          .onConflict((conflict) =>
            conflict.columns(['subject', 'id', 'kind']).doUpdateSet((row) => ({
              at: row.ref('excluded.at'),
              until: row.ref('excluded.until'),
            })),
          )
        await write(db, added)
        return []
      })
    },

    async find(subject, id) {
      const rows = await endings().where('subject', '=', subject).where('id', '=', id).execute()
      return rows.map(fromRow)
    },

    async listSince(subject, moment) {
      const rows = await endings()
        .where('subject', '=', subject)
        .where('at', '>=', moment.getTime())
        .execute()
      return rows.map(fromRow)
    },

    async removeExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('endings')
        .where('until', '<=', now.getTime())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function toRow({ at, until, ...ending }: Ending): EndingRow {
  return { ...ending, at: at.getTime(), until: until.getTime() }
}

function fromRow({ at, until, ...ending }: EndingRow): Ending {
  return { ...ending, at: new Date(at), until: new Date(until) }
}
