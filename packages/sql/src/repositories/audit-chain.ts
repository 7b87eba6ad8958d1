import type { AuditChain, AuditLink, AuditSeal } from '@gatehouse/auth-core/ports'
import { type Kysely, sql } from 'kysely'
import { write } from '../deferred-writes.ts'
import { inChunks } from '../in-chunks.ts'
import type { Schema } from '../schema.ts'
import { toAuditEntry } from './audit-entries.ts'

const theSeal = 'seal'

/** The chain of the audit log, within one transaction. */
export function createSqlAuditChain(db: Kysely<Schema>): AuditChain {
  return {
    async findSeal() {
      const row = await db
        .selectFrom('audit_seal')
        .selectAll()
        .where('id', '=', theSeal)
        .executeTakeFirst()
      return row && toSeal(row)
    },

    async putSeal(seal) {
      const row = toRow(seal)
      await write(
        db,
        db
          .insertInto('audit_seal')
          .values({ id: theSeal, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
      )
    },

    async listWaiting(limit) {
      const rows = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('position', 'is', null)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(toAuditEntry)
    },

    async countWaiting() {
      const { waiting } = await db
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .where('position', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(waiting)
    },

    async link(links) {
      await inChunks(links, async (chunk) => {
        await linkChunk(db, chunk)
        return []
      })
    },

    async listChained(after, limit) {
      const rows = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('position', '>', after)
        .orderBy('position')
        .limit(limit)
        .$narrowType<{ position: number }>()
        .execute()
      return rows.map((row) => {
        return { ...toAuditEntry(row), position: row.position, hash: row.hash ?? '' }
      })
    },

    async removeThrough(position) {
      const { numDeletedRows } = await db
        .deleteFrom('audit_log')
        .where('position', '<=', position)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** Links entries in one statement, to save round trips. */
async function linkChunk(db: Kysely<Schema>, links: readonly AuditLink[]): Promise<void> {
  const rows = links.map(
    ({ seq, position, hash }) =>
      sql`(cast(${seq} as bigint), cast(${position} as bigint), cast(${hash} as text))`,
  )
  const log = sql.table('audit_log')
  const update = sql`with links (seq, position, hash) as (values ${sql.join(rows)})
    update ${log} set position = links.position, hash = links.hash from links
    where ${log}.seq = links.seq and ${log}.position is null`
  await write(db, { compile: () => update.compile(db) })
}

function toRow({ cut, since, head, signature }: AuditSeal) {
  return {
    cut_position: cut.position,
    cut_hash: cut.hash,
    since: since.getTime(),
    head_position: head.position,
    head_hash: head.hash,
    signature,
  }
}

function toSeal(row: ReturnType<typeof toRow>): AuditSeal {
  return {
    cut: { position: row.cut_position, hash: row.cut_hash },
    since: new Date(row.since),
    head: { position: row.head_position, hash: row.head_hash },
    signature: row.signature,
  }
}
