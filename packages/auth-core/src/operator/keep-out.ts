import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { takeStep } from '../account/take-step.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership } from '../records/account.ts'
import { type AuditEvent, systemEvent } from '../records/audit.ts'
import { type Refused, refused } from '../refusal.ts'
import { defaultSettings } from '../settings.ts'

/** The ports that disabling an account needs. */
export type KeepOutPorts = Pick<Ports, 'clock' | 'credentialStore' | 'secrets' | 'store'>

/** The account is disabled, or enabled again. */
export interface AccountKeptOut {
  /** The kind of this outcome. */
  readonly kind: 'account_disabled' | 'account_enabled'
  /** The account as it is now. */
  readonly account: Account
}

/**
 * Disables an account for an operator. Our records change first, which ends its sessions, tokens, codes and
 * terminals on every replica; the credential store follows. A repetition does no harm, and repairs a store
 * that missed the change. The last administrator can be disabled too.
 *
 * Refusals: `not_found`.
 *
 * @throws {PortError} When the credential store does not follow; our records keep the account disabled.
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
 * Enables an account again, in its earlier state. The credential store changes first, so that our records
 * never accept an account whose password cannot be checked. A repetition does no harm.
 *
 * Refusals: `not_found`.
 *
 * @throws {PortError} When the credential store cannot enable the user; the account stays disabled.
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

/** Finds an existing account in any organization. */
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
