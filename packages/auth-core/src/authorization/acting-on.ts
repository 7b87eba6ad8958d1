import type { Account } from '../records/account.ts'
import type { AuditFact } from '../records/audit.ts'

/**
 * Whom an audit entry about an organization names. A member is the account that the entry concerns. A
 * `super_admin` of another organization is the actor, because no account of theirs is there.
 */
export function actingOn(
  { id, tenantId }: Pick<Account, 'id' | 'tenantId'>,
  target: string,
): Pick<AuditFact, 'accountId' | 'actorId' | 'tenantId'> {
  return tenantId === target
    ? { accountId: id, tenantId: target }
    : { actorId: id, tenantId: target }
}

/** Whom an audit entry about an account names: its actor is left out where the owner acted. */
export function actingOnMember(
  by: Pick<Account, 'id'>,
  { id, tenantId }: Pick<Account, 'id' | 'tenantId'>,
): Pick<AuditFact, 'accountId' | 'actorId' | 'tenantId'> {
  return { accountId: id, tenantId, ...(by.id !== id && { actorId: by.id }) }
}
