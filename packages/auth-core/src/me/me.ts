import { type ActorCommand, authorize } from '../authorization/authorize.ts'
import { parseDisplayName } from '../identity/display-name.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { FieldError, Invalid, Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { findActor, findAgain } from './find-actor.ts'

/** The access token of an account. */
export type ReadMeQuery = ActorCommand

/** The access token of an account, and the names to change; a name that is left out stays. */
export interface ChangeMeCommand extends ActorCommand {
  /** The first name, for display. */
  readonly firstName?: string | undefined
  /** The last name, for display. */
  readonly lastName?: string | undefined
}

/** One's own account. */
export interface MeRead extends Membership {
  /** The kind of this outcome. */
  readonly kind: 'me'
  /** The address that waits for its confirmation, while its link is valid; `null` without one. */
  readonly pendingEmail: string | null
}

/**
 * One's own account (`GET /api/auth/me`).
 *
 * Refusals: those of {@link authorize}.
 */
export function readMe(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: ReadMeQuery,
): Promise<MeRead | Refused> {
  return authorize<MeRead>(ports, settings, {
    token,
    from,
    action: 'readMe',
    work: (tx, membership) => present(ports, tx, membership),
  })
}

/**
 * Changes one's own names (`PATCH /api/auth/me`): in the credential store first, then in our records. After a
 * crash between the two, the old names are still shown; the request can be repeated.
 *
 * Invalid: every field that breaks a rule. Refusals: those of {@link authorize}.
 *
 * @throws {PortError} When the credential store cannot store the names; nothing has changed then.
 */
export async function changeMe(
  ports: Ports,
  settings: AuthSettings,
  command: ChangeMeCommand,
): Promise<MeRead | Invalid | Refused> {
  const { from } = command
  const actor = await findActor(ports, settings, { ...command, action: 'changeMe' })
  if (actor.kind === 'refused') return actor
  const names = {
    ...(command.firstName !== undefined && { firstName: command.firstName }),
    ...(command.lastName !== undefined && { lastName: command.lastName }),
  }
  const errors = Object.entries(names).flatMap(([field, name]) => brokenRule(field, name))
  if (errors.length > 0) return { kind: 'invalid', errors }
  await ports.credentialStore.setProfile(actor.account, names)
  return ports.store.transaction(async (tx) => {
    const now = await findAgain(tx, actor)
    if (now.kind === 'refused') return now
    const account = { ...now.account, ...names }
    await tx.accounts.update(account)
    const subject = { accountId: account.id, tenantId: now.tenant.id }
    await tx.auditLog.record(requestEvent(from, { kind: 'name_changed', ...subject }))
    return present(ports, tx, { account, tenant: now.tenant })
  })
}

function brokenRule(field: string, name: string): readonly FieldError[] {
  const parsed = parseDisplayName(name)
  return parsed.ok ? [] : [{ field, rule: parsed.rule, message: parsed.message }]
}

async function present(
  { clock }: Pick<Ports, 'clock'>,
  tx: Transaction,
  { account, tenant }: Membership,
): Promise<MeRead> {
  const link = await tx.oneTimeTokens.findNewest('change_email', account.id)
  const isGood = link !== undefined && clock.now() < link.expiresAt
  return { kind: 'me', account, tenant, pendingEmail: isGood ? account.pendingEmail : null }
}
