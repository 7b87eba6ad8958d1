import type { Authorized, TenantCommand } from '../authorization/authorize.ts'
import { matrix } from '../authorization/matrix.ts'
import { isMoment } from '../lib/time.ts'
import type { AuditFilter } from '../ports/audit-log.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import type { AuditEntry } from '../records/audit.ts'
import type { FieldError } from '../refusal.ts'

/** A query for entries of the audit log that match all conditions given here. */
export interface AuditQuery extends TenantCommand {
  /** Only entries of this kind; none for an unknown kind. */
  readonly kind?: string | undefined
  /** Only entries about the account with this id. */
  readonly accountId?: string | undefined
  /** Only entries that the account with this id caused for another account or organization. */
  readonly actorId?: string | undefined
  /** Only entries in this period. */
  readonly period?: AuditPeriod | undefined
}

/** A period from one moment (included) to another (excluded). Either may be left out. */
export interface AuditPeriod {
  /** The first moment. */
  readonly from?: Date | undefined
  /** The end of the period, which is not part of it. */
  readonly to?: Date | undefined
}

/** An account that an entry names. */
export interface NamedAccount {
  /** `Account.id`. */
  readonly id: string
  /** `null` when there is no such account any more. */
  readonly username: string | null
}

/** An entry of the audit log as people read it. */
export interface AuditItem {
  /** The entry as stored. */
  readonly entry: AuditEntry
  /** The account that it concerns; `null` when none is known. */
  readonly account: NamedAccount | null
  /** Who did it, where that is another account; otherwise `null`. */
  readonly actor: NamedAccount | null
}

/** Every rule that a query breaks. */
export function brokenQueryRules({ period = {} }: AuditQuery): readonly FieldError[] {
  const { from, to } = period
  return Object.entries({ from, to })
    .filter(([, moment]) => moment !== undefined && !isMoment(moment))
    .map(([field]) => ({ field, rule: 'format', message: 'Not a moment.' }))
}

/**
 * The filter for what a query asks for, in the organization whose entries may be read: the one that is
 * acted on, or `undefined` for all, where the role may act in any and none was named.
 */
export function readableFilter(
  action: 'readAudit' | 'exportAudit',
  query: AuditQuery,
  { account, target }: Pick<Authorized, 'account' | 'target'>,
): Omit<AuditFilter, 'after' | 'limit'> {
  const { kind, accountId, actorId, period, tenantId } = query
  const isAll = tenantId === undefined && matrix[action][account.role] === 'any_tenant'
  const what = { kind, accountId, actorId, from: period?.from, to: period?.to }
  return { ...what, tenantId: isAll ? undefined : target.id }
}

/** Reads entries, with the usernames of the accounts in them. */
export async function readItems(
  tx: Pick<Transaction, 'accounts' | 'auditLog'>,
  filter: AuditFilter,
): Promise<readonly AuditItem[]> {
  const entries = await tx.auditLog.list(filter)
  const ids = entries.flatMap(({ accountId, actorId }) => [accountId, actorId])
  const known = new Set(ids.filter((id) => id !== null))
  const found = await tx.accounts.findUsernames([...known])
  const usernames = new Map(found.map(({ id, username }) => [id, username]))
  const named = (id: Account['id'] | null) =>
    id === null ? null : { id, username: usernames.get(id) ?? null }
  return entries.map((entry) => {
    return { entry, account: named(entry.accountId), actor: named(entry.actorId) }
  })
}
