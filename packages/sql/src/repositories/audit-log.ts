import type { AuditFilter, AuditLog } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { write } from '../deferred-writes.ts'
import type { Schema } from '../schema.ts'
import { toAuditEntry, toAuditRow } from './audit-entries.ts'

/** The audit log within one transaction. */
export function createSqlAuditLog(db: Kysely<Schema>): AuditLog {
  return {
    async record(event) {
      await write(db, db.insertInto('audit_log').values(toAuditRow(event)))
    },

    async list(filter) {
      const rows = await selectListed(db, filter)
        .orderBy('at', 'desc')
        .orderBy('seq', 'desc')
        .limit(filter.limit)
        .execute()
      return rows.map(toAuditEntry)
    },
  }
}

function selectListed(db: Kysely<Schema>, { from, to, after, ...equal }: AuditFilter) {
  const { tenantId, accountId, actorId, kind } = equal
  let rows = db.selectFrom('audit_log').selectAll()
  if (tenantId !== undefined) rows = rows.where('tenant_id', '=', tenantId)
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId)
  if (actorId !== undefined) rows = rows.where('actor_id', '=', actorId)
  if (kind !== undefined)
    rows = rows.where((row) => row(row.cast<string>('kind', 'text'), '=', kind))
  if (from !== undefined) rows = rows.where('at', '>=', from.getTime())
  if (to !== undefined) rows = rows.where('at', '<', to.getTime())
  if (after === undefined) return rows
  const at = after.at.getTime()
  // Only the first condition uses an index.
  return rows
    .where('at', '<=', at)
    .where((row) => row.or([row('at', '<', at), row('seq', '<', after.seq)]))
}
