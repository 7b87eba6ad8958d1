import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { takeStep } from '../account/take-step.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership } from '../records/account.ts'
import { type AuditEvent, systemEvent } from '../records/audit.ts'
import { type Refused, refused } from '../refusal.ts'
import { defaultSettings } from '../settings.ts'

/** What keeping an account out works through. */
export type KeepOutPorts = Pick<Ports, 'clock' | 'credentialStore' | 'secrets' | 'store'>

/** The account is kept out, or let in again. */
export interface AccountKeptOut {
  /** Says which outcome this is. */
  readonly kind: 'account_disabled' | 'account_enabled'
  /** As it is now. */
  readonly account: Account
}

/**
 * Keeps an account out for an operator: from this moment on our records say so, which ends its
 * sessions, tokens, codes and terminals on every replica, and the credential store follows. Repeating
 * it is harmless, and mends a store that has missed it. The last administrator, too, can be kept out.
 *
 * Refusals: `not_found`.
 *
 * @throws {PortError} When the credential store does not follow; the account is kept out all the same.
 */
export async function disableAccount(
  ports: KeepOutPorts,
  username: string,
): Promise<AccountKeptOut | Refused> {
  const outcome = await ports.store.transaction(async (tx) => {
    const membership = await findMembership(tx, username)
    if (!membership) return refused('not_found')
    const step = lifeAfter(lifeOf(membership.account), { kind: 'disabled' })
    if (!step.ok) return refused(step.refusal)
    const work = { ports, settings: defaultSettings, tx, of: membership }
    const { account } = await takeStep(work, step)
    if (membership.account.status !== 'disabled')
      await tx.auditLog.record(eventOf(ports, account, 'member_disabled'))
    return { kind: 'account_disabled', account } as const
  })
  if (outcome.kind === 'account_disabled') {
    await ports.credentialStore.setEnabled(outcome.account, false)
  }
  return outcome
}

/**
 * Lets an account in again, as it was before. The credential store comes first, so that no password
 * is accepted by our records alone. Repeating it is harmless.
 *
 * Refusals: `not_found`.
 *
 * @throws {PortError} When the credential store cannot enable the user; the account stays kept out.
 */
export async function enableAccount(
  ports: KeepOutPorts,
  username: string,
): Promise<AccountKeptOut | Refused> {
  const known = await ports.store.transaction((tx) => findMembership(tx, username))
  const asked = known && lifeAfter(lifeOf(known.account), { kind: 'enabled' })
  if (!known || !asked?.ok) return refused('not_found')
  if (asked.effects.includes('enable_user')) {
    await ports.credentialStore.setEnabled(known.account, true)
  }
  return ports.store.transaction(async (tx) => {
    const membership = await findMembership(tx, username)
    if (!membership) return refused('not_found')
    const step = lifeAfter(lifeOf(membership.account), { kind: 'enabled' })
    if (!step.ok) return refused(step.refusal)
    const work = { ports, settings: defaultSettings, tx, of: membership }
    const { account } = await takeStep(work, step)
    if (membership.account.status === 'disabled')
      await tx.auditLog.record(eventOf(ports, account, 'member_enabled'))
    return { kind: 'account_enabled', account } as const
  })
}

/** An account that there is, in whatever organization. */
async function findMembership(tx: Transaction, username: string): Promise<Membership | undefined> {
  const account = await tx.accounts.findByUsername(username.toLowerCase())
  if (!account || account.status === 'reserved') return undefined
  const tenant = await tx.tenants.find(account.tenantId)
  return tenant && { account, tenant }
}

function eventOf(
  { clock }: KeepOutPorts,
  { id: accountId, tenantId }: Account,
  kind: 'member_disabled' | 'member_enabled',
): AuditEvent {
  const detail = { by: 'operator' }
  return systemEvent(clock.now(), { kind, accountId, tenantId, detail })
}
