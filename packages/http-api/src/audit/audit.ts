import type { AuditItem, AuditPeriod } from '@gatehouse/auth-core'
import type * as v from 'valibot'
import type { auditItem } from '../answers/answers.ts'
import type { exportAuditQuery } from './requests.ts'

/** The query of the audit log in the core's words. */
export function auditQueryOf({
  kind,
  account: accountId,
  actor: actorId,
  from,
  to,
}: v.InferOutput<typeof exportAuditQuery>) {
  const period: AuditPeriod = { from: momentOf(from), to: momentOf(to) }
  return { kind, accountId, actorId, period }
}

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}

/** An entry of the audit log in the wire's words. */
export function presentAuditItem({
  entry,
  account,
  actor,
}: AuditItem): v.InferOutput<typeof auditItem> {
  return {
    seq: entry.seq,
    at: entry.at.toISOString(),
    kind: entry.kind,
    outcome: entry.outcome,
    account,
    actor,
    tenant_id: entry.tenantId,
    client: entry.client,
    network: entry.network,
    user_agent: entry.userAgent,
    request_id: entry.requestId,
    detail: entry.detail,
  }
}
