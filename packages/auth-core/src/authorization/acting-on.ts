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

/** Who did something to an account, for the audit log: no actor where it was its owner. */
export function actingOnMember(
  by: Pick<Account, 'id'>,
  { id, tenantId }: Pick<Account, 'id' | 'tenantId'>,
): Pick<AuditFact, 'accountId' | 'actorId' | 'tenantId'> {
  return { accountId: id, tenantId, ...(by.id !== id && { actorId: by.id }) }
}
