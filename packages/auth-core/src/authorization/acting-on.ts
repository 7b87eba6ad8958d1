import type { Account } from '../records/account.ts'
import type { AuditFact } from '../records/audit.ts'

/**
 * Who did something to an organization, for the audit log: a member is the account that it concerns,
 * a `super_admin` of another organization is none of the accounts there.
 */
export function actingOn(
  { id, tenantId }: Pick<Account, 'id' | 'tenantId'>,
  target: string,
): Pick<AuditFact, 'accountId' | 'actorId' | 'tenantId'> {
  return tenantId === target
    ? { accountId: id, tenantId: target }
    : { actorId: id, tenantId: target }
}
