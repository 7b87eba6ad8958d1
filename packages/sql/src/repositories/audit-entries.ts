import type { AuditEntry, AuditEvent } from '@gatehouse/auth-core/ports'
import type { Insertable, Selectable } from 'kysely'
import { fromJson, toJson } from '../json.ts'
import type { AuditRow } from '../schema.ts'

/** The row of an event that has no link yet. */
export function toAuditRow(event: AuditEvent): Insertable<AuditRow> {
  return {
    at: event.at.getTime(),
    kind: event.kind,
    outcome: event.outcome,
    account_id: event.accountId,
    actor_id: event.actorId,
    tenant_id: event.tenantId,
    client: event.client,
    network: event.network,
    user_agent: event.userAgent,
    request_id: event.requestId,
    detail: toJson(event.detail),
    position: null,
    hash: null,
  }
}

/** The entry of a row. @throws {PortError} `store`, `corrupt` for a detail that is not JSON. */
export function toAuditEntry(row: Selectable<AuditRow>): AuditEntry {
  return {
    seq: row.seq,
    at: new Date(row.at),
    kind: row.kind,
    outcome: row.outcome,
    accountId: row.account_id,
    actorId: row.actor_id,
    tenantId: row.tenant_id,
    client: row.client,
    network: row.network,
    userAgent: row.user_agent,
    requestId: row.request_id,
    detail: fromJson(row.detail),
  }
}
