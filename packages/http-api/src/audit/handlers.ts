import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import { auditQueryOf } from './audit.ts'
import type { auditOperations } from './operations.ts'

type AuditOperationName = keyof typeof auditOperations

/** Turns requests about the audit log into commands of the core; makes no decisions. */
export function createAuditHandlers(
  auth: Pick<Auth, AuditOperationName>,
): Pick<Handlers, AuditOperationName> {
  return {
    readAudit: (_, { token, tenantId, from, query: { cursor, limit, ...filter } }) =>
      auth.readAudit({ ...auditQueryOf(filter), token, tenantId, cursor, limit, from }),
  }
}
