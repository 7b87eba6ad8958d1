import type { Ending, EndingRepository } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import type { Flavour } from '../database.ts'
import { databaseNow } from '../database-now.ts'
import { write } from '../deferred-writes.ts'
import { inChunks } from '../in-chunks.ts'
import type { EndingRow, Schema } from '../schema.ts'

/** How long before a mark a list begins, in milliseconds: a row is seen at the commit, and noted before. */
const overlapMs = 60_000

/** What ended, within one transaction. */
export function createSqlEndingRepository(db: Kysely<Schema>, flavour: Flavour): EndingRepository {
  const now = databaseNow(flavour)
  const endings = () => db.selectFrom('endings').selectAll()

  return {
    async add(added) {
      await inChunks(added.map(toRow), async (rows) => {
        const added = db
          .insertInto('endings')
          .values(rows.map((row) => ({ ...row, noted_at: now })))
          .onConflict((conflict) =>
            conflict.columns(['subject', 'id', 'kind']).doUpdateSet((row) => ({
              at: row.ref('excluded.at'),
              until: row.ref('excluded.until'),
              noted_at: row.ref('excluded.noted_at'),
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

    async listSince(subject, mark) {
      const known = mark === null ? 0 : mark - overlapMs
      const [clock, rows] = await Promise.all([
        db.selectNoFrom(now.as('mark')).executeTakeFirstOrThrow(),
        endings().where('subject', '=', subject).where('noted_at', '>=', known).execute(),
      ])
      return { endings: rows.map(fromRow), mark: Number(clock.mark) }
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

function toRow({ at, until, ...ending }: Ending): Omit<EndingRow, 'noted_at'> {
  return { ...ending, at: at.getTime(), until: until.getTime() }
}

function fromRow({ at, until, noted_at: _, ...ending }: EndingRow): Ending {
  return { ...ending, at: new Date(at), until: new Date(until) }
}
