import { type LifeEffect, type LifeStateKind, lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { withoutKey } from '../account/with-usable-key.ts'
import { authorize, findMember } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import type { Account } from '../records/account.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { followRecord } from './follow-record.ts'
import { brokenRules, type MemberChange } from './member-change.ts'
import type { MemberCommand, MemberRead } from './member-command.ts'
import { type MemberWriting, refusalOf, writeMember } from './write-member.ts'

/** The changes that an administrator makes to a member. */
export interface ChangeMemberCommand extends MemberCommand, MemberChange {}

/** The work that the credential store has to do before our records change. */
interface Prepared {
  readonly kind: 'prepared'
  readonly account: Account
  readonly enables: boolean
}

/** What our records say now, and what the credential store is still to do. */
interface WrittenMember extends MemberRead {
  readonly effects: readonly LifeEffect[]
}

/**
 * Changes a member (`PATCH /api/auth/organization/members/{user_id}`). Other rights make the member's
 * access tokens stale; being disabled ends them at once. To make an administrator needs a recent
 * login, and tells all administrators by mail.
 *
 * Our records decide: a member is disabled there first, and enabled there last. A failure in between
 * leaves the member out; repeating the change completes it.
 *
 * Invalid: a field breaks a rule. Refusals: those of {@link authorize}; `not_found`; `forbidden` for a
 * member of a higher role; `last_administrator`; `recent_login_required`.
 *
 * @throws {PortError} When the credential store fails; repeating the change completes it.
 */
export async function changeMember(
  ports: Ports,
  settings: AuthSettings,
  command: ChangeMemberCommand,
): Promise<MemberRead | Invalid | Refused> {
  const begun = await attempt(ports, settings, { command, prepared: null })
  const done =
    begun.kind === 'prepared' ? await prepare(ports, settings, { command, begun }) : begun
  if (done.kind !== 'member') return done
  const { kind, member, effects } = done
  // Also on a repetition, in case the credential store missed the role.
  if (command.role) await ports.credentialStore.setRole(member.account, member.account.role)
  if (effects.some((effect) => effect === 'disable_user' || effect === 'enable_user')) {
    await followRecord(ports, member.account.id)
  }
  return { kind, member: withoutKey(member) }
}

type Outcome = WrittenMember | Invalid | Refused

interface Preparing {
  readonly command: ChangeMemberCommand
  readonly begun: Prepared
}

/** Does the work that comes first in the credential store, then checks and writes again. */
async function prepare(
  ports: Ports,
  settings: AuthSettings,
  { command, begun: { account, enables } }: Preparing,
): Promise<Outcome> {
  const { credentialStore } = ports
  const groups = command.groups && (await credentialStore.setGroups(account, command.groups))
  if (enables) await credentialStore.setEnabled(account, true)
  const again = await attempt(ports, settings, { command, prepared: { enables, groups } })
  if (again.kind !== 'prepared') return again
  // Another administrator disabled the member meanwhile.
  return prepare(ports, settings, { command, begun: again })
}

interface PreparedChange {
  readonly command: ChangeMemberCommand
  /** The work that the credential store has done; `null` before that. */
  readonly prepared: {
    readonly enables: boolean
    readonly groups: readonly string[] | undefined
  } | null
}

function attempt(
  ports: Ports,
  settings: AuthSettings,
  { command, prepared }: PreparedChange,
): Promise<Outcome | Prepared> {
  const { accountId, from } = command
  const action = 'changeMember'
  return authorize<Outcome | Prepared>(ports, settings, {
    ...command,
    action,
    isAgain: prepared !== null,
    async work(tx, by) {
      const errors = brokenRules(command)
      if (errors.length > 0) return { kind: 'invalid', errors }
      const before = await findMember({ tx, settings }, by, { action, accountId })
      if ('kind' in before) return before
      const plan = planOf(before, { command, prepared })
      if ('refusal' in plan) return plan
      const { after, effects, enables, isPrepared } = plan
      const refusal = await refusalOf({ tx, by, from }, plan)
      if (refusal) return refusal
      if (!isPrepared) return { kind: 'prepared', account: before, enables }
      await writeMember({ ports, tx, by, from }, plan)
      const account = (await tx.accounts.find(accountId)) ?? after
      return { kind: 'member', member: { account, tenant: by.target }, effects }
    },
  })
}

interface Plan extends MemberWriting {
  readonly enables: boolean
  /** Whether the credential store has done the work that comes before our records. */
  readonly isPrepared: boolean
}

function planOf(before: Account, { command, prepared }: PreparedChange): Plan | Refused {
  const step = stepOf(before, command)
  if (!step.ok) return refused(step.refusal)
  const { effects } = step
  const enables = effects.includes('enable_user')
  const after: Account = {
    ...before,
    role: command.role ?? before.role,
    machineRole: command.machineRole ?? before.machineRole,
    groups: prepared?.groups ?? before.groups,
    status: step.state.kind === 'disabled' ? 'disabled' : 'active',
  }
  const isPrepared = prepared ? prepared.enables || !enables : !enables && !command.groups
  const setsGroups = prepared?.groups !== undefined
  return { before, after, effects, setsGroups, enables, isPrepared }
}

/** The step that the change takes in the member's life; no effect unless `disabled` is given. */
function stepOf(
  member: Account,
  { disabled }: MemberChange,
): ReturnType<typeof lifeAfter<LifeStateKind, 'disabled' | 'enabled'>> {
  const state = lifeOf(member)
  if (disabled === undefined) return { ok: true, state, effects: [] }
  return lifeAfter(state, { kind: disabled ? 'disabled' : 'enabled' })
}
