import type { AuditEvent, AuditLog } from '@gatehouse/auth-core/ports'
import type { Insertable, Kysely, Selectable } from 'kysely'
import { fromJson, toJson } from '../json.ts'
import type { AuditRow, Schema } from '../schema.ts'

/** The audit log within one transaction. */
export function createSqlAuditLog(db: Kysely<Schema>): AuditLog {
  return {
    async record(event) {
      await db.insertInto('audit_log').values(toRow(event)).execute()
    },

    async list({ accountId, limit }) {
      const newest = db
        .selectFrom('audit_log')
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit)
      const chosen = accountId === undefined ? newest : newest.where('account_id', '=', accountId)
      const rows = await chosen.execute()
      return rows.map(fromRow)
    },
  }
}

function toRow(event: AuditEvent): Insertable<AuditRow> {
  return {
    at: event.at.getTime(),
    kind: event.kind,
    outcome: event.outcome,
    account_id: event.accountId,
    tenant_id: event.tenantId,
    client: event.client,
    network: event.network,
    user_agent: event.userAgent,
    request_id: event.requestId,
    detail: toJson(event.detail),
  }
}

function fromRow(row: Selectable<AuditRow>): AuditEvent {
  return {
    at: new Date(row.at),
    kind: row.kind,
    outcome: row.outcome,
    accountId: row.account_id,
    tenantId: row.tenant_id,
    client: row.client,
    network: row.network,
    userAgent: row.user_agent,
    requestId: row.request_id,
    detail: fromJson(row.detail),
  }
}
