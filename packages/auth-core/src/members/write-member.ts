import type { LifeEffect } from '../account/life.ts'
import { voidCredentials } from '../account/void-credentials.ts'
import { actingOnMember } from '../authorization/acting-on.ts'
import type { Authorized } from '../authorization/authorize.ts'
import { type Change, loweredForAccount } from '../authorization/lowers-protection.ts'
import { mayGiveRole } from '../authorization/matrix.ts'
import { isLoginRecent } from '../authorization/recent-login.ts'
import { outdateTokens } from '../endings/end-sessions.ts'
import { tellAdministrators } from '../mail/tell-administrators.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import { type AuditKind, requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import { isLastAdministrator } from './last-administrator.ts'
import { detailOf, differInRights } from './member-change.ts'

/** The caller who changes a member, and the transaction. */
interface Changing {
  readonly ports: Ports
  readonly tx: Transaction
  readonly by: Authorized
  readonly from: Requester
}

/** A change of a member, and the effects of its step. */
export interface MemberWriting extends Change<Account> {
  /** The effects that the step in the life of the account demands. */
  readonly effects: readonly LifeEffect[]
  /**
   * Whether groups were set, even to the stored ones. A process that died may have set them in the credential
   * store; a login stored them since, but older tokens carry other groups.
   */
  readonly setsGroups: boolean
}

/**
 * Why a change of a member is refused: `forbidden` for a role above the caller's own, `last_administrator`,
 * or `recent_login_required` when it lowers a protection.
 */
export async function refusalOf(
  { tx, by, from }: Omit<Changing, 'ports'>,
  change: Change<Account>,
): Promise<Refused | null> {
  const { before, after } = change
  if (before.role !== after.role && !mayGiveRole(by.account, after.role)) {
    return refused('forbidden')
  }
  if (await isLastAdministrator(tx, before, after)) return refused('last_administrator')
  const lowers = loweredForAccount(change).length > 0
  const isRecent = isLoginRecent(by.session.authTime, from.receivedAt)
  return lowers && !isRecent ? refused('recent_login_required') : null
}

/**
 * Writes a change of a member and its consequences in our records: stale or ended tokens, the audit log, and
 * mails to the administrators.
 */
export async function writeMember(
  { ports, tx, by, from }: Changing,
  { before, after, effects, setsGroups }: MemberWriting,
): Promise<void> {
  await tx.accounts.update(after)
  const isChanged = differInRights(before, after)
  if (effects.includes('end_sessions')) await voidCredentials(ports, tx, after.id)
  else if (isChanged || setsGroups) await outdateTokens({ ports, tx }, after.id)
  const what = loweredForAccount({ before, after })
  const lowered = what.length > 0 ? { lowered: what.join(' ') } : {}
  const detail = { ...detailOf(after), ...lowered }
  const kinds = [
    ...(isChanged ? (['member_changed'] as const) : []),
    ...(before.status === after.status ? [] : [statusEvent(after)]),
  ]
  for (const kind of kinds) {
    const subject = { ...actingOnMember(by.account, after), detail }
    await tx.auditLog.record(requestEvent(from, { kind, ...subject }))
  }
  const news = { account: by.account, tenant: by.target, what }
  if (what.length > 0) await tellAdministrators(ports, tx, news)
}

function statusEvent({ status }: Account): AuditKind {
  return status === 'disabled' ? 'member_disabled' : 'member_enabled'
}
