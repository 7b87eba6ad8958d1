import type { Authorized, TenantCommand } from '../authorization/authorize.ts'
import { matrix } from '../authorization/matrix.ts'
import { isMoment } from '../lib/time.ts'
import type { AuditFilter } from '../ports/audit-log.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import type { AuditEntry } from '../records/audit.ts'
import type { FieldError } from '../refusal.ts'

/** Which entries of the audit log are asked for: those that everything given here is true of. */
export interface AuditQuery extends TenantCommand {
  /** Of this kind; of an unknown one there are none. */
  readonly kind?: string | undefined
  /** That concern the account of this id. */
  readonly accountId?: string | undefined
  /** That the account of this id did to another one, or to an organization of others. */
  readonly actorId?: string | undefined
  /** When it happened. */
  readonly period?: AuditPeriod | undefined
}

/** A time from one moment on, that one included, until before another. Either may be left out. */
export interface AuditPeriod {
  /** The first moment. */
  readonly from?: Date | undefined
  /** The first moment that is not in it any more. */
  readonly to?: Date | undefined
}

/** An account that an entry names. */
export interface NamedAccount {
  /** `Account.id`. */
  readonly id: string
  /** `null` when there is no such account any more. */
  readonly username: string | null
}

/** An entry for people. */
export interface AuditItem {
  /** As it is on record. */
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

/** Entries with the names of the accounts in them. */
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
