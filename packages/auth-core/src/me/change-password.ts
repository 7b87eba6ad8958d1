import { checkOwnPassword } from '../account/check-own-password.ts'
import { doubtPassword } from '../account/doubt-password.ts'
import { releaseUnspent } from '../account/lease-one-time-token.ts'
import { releaseAfterFailure } from '../account/release-after-failure.ts'
import { validateNewPassword } from '../account/validate-new-password.ts'
import { voidProofs } from '../account/void-credentials.ts'
import type { ActorCommand } from '../authorization/authorize.ts'
import { endSessions } from '../endings/end-sessions.ts'
import { isStillLeased, type LeasedToken, leasedFrom } from '../leases/token-lease.ts'
import { secondsAfter } from '../lib/time.ts'
import { tellOwner } from '../mail/tell-owner.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import { type AuditFact, requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Invalid, Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { type Actor, findActor, findAgain } from './find-actor.ts'

/** The access token of an account, its old password and its new one. */
export interface ChangePasswordCommand extends ActorCommand {
  /** The password as typed. Secret. */
  readonly currentPassword: string
  /** The new password: any text; it is checked against the rules. Secret. */
  readonly newPassword: string
}

/** The new password holds, and everything that the old one had opened elsewhere is closed. */
export interface PasswordChanged {
  /** The kind of this outcome. */
  readonly kind: 'password_changed'
}

/**
 * Replaces one's own password (`POST /api/auth/change-password`). Every other session ends at once;
 * this one goes on. A wrong present password counts like a failed login, so that a stolen token is
 * no way to guess it.
 *
 * Not in one transaction: the credential store may take seconds. A lease tells of a process that died
 * meanwhile, whose change is settled as a reset's is.
 *
 * Invalid: `newPassword` breaks a rule. Refusals: those of {@link authorize}; `invalid_credentials`,
 * `rate_limited`, `overloaded`.
 *
 * @throws {PortError} When the credential store cannot be asked or cannot set it, or when another
 *   password was set at the same time; then all sessions have ended.
 */
export async function changePassword(
  ports: Ports,
  settings: AuthSettings,
  command: ChangePasswordCommand,
): Promise<PasswordChanged | Invalid | Refused> {
  const { currentPassword, newPassword, from } = command
  const actor = await findActor(ports, settings, { ...command, action: 'changePassword' })
  if (actor.kind === 'refused') return actor
  const { account } = actor
  const invalid = validateNewPassword(ports, actor, newPassword)
  if (invalid) return invalid
  const makesKnown = account.emailVerified
  const guess = { account, password: currentPassword, from, makesKnown }
  const refusal = await checkOwnPassword(ports, settings, guess)
  if (refusal) {
    await ports.store.transaction((tx) => record(tx, { from, actor, outcome: 'refused' }))
    return refusal
  }
  const entrant = { network: from.network, isKnown: true, units: 1, signal: from.signal }
  return ports.admission.set.admit(entrant, (turn) =>
    turn(() => replace(ports, settings, { actor, newPassword, from })),
  )
}

interface Change {
  readonly actor: Actor
  readonly newPassword: string
  readonly from: Requester
}

async function replace(
  ports: Ports,
  settings: AuthSettings,
  change: Change,
): Promise<PasswordChanged | Refused> {
  const { actor, newPassword } = change
  const token = newToken(ports, actor)
  const refusal = await begin(ports, actor, token)
  if (refusal) return refusal
  try {
    await ports.credentialStore.setPassword(actor.account, newPassword, token)
    await finish(ports, settings, { ...change, token })
  } catch (error) {
    await releaseAfterFailure(ports, token, error)
    throw error
  }
  return { kind: 'password_changed' }
}

/** Never leaves this service: its lease tells that a password is being set, and by which process. */
function newToken({ clock, secrets, replicaId }: Ports, { account }: Actor): LeasedToken {
  const now = clock.now()
  const token = {
    digest: secrets.id(),
    purpose: 'set_password',
    accountId: account.id,
    createdAt: now,
    expiresAt: secondsAfter(now, longestSeconds),
    lease: null,
  } as const
  return leasedFrom(token, { by: replicaId, since: now })
}

/** Seconds after which the remains of a change are removed with other expired records. */
const longestSeconds = 3600

async function begin(ports: Ports, actor: Actor, token: LeasedToken): Promise<Refused | null> {
  try {
    return await ports.store.transaction(async (tx) => {
      const now = await findAgain(tx, actor)
      if (now.kind === 'refused') return now
      await tx.oneTimeTokens.insert(token)
      return null
    })
  } catch (error) {
    // It may have been committed all the same.
    await releaseUnspent(ports, token)
    throw error
  }
}

/** @throws {PortError} When the lease has run out, since another password may have been set. */
async function finish(
  ports: Ports,
  settings: AuthSettings,
  { actor, from, token }: Change & { readonly token: LeasedToken },
): Promise<void> {
  const { account, tenant, session } = actor
  const isInTime = await ports.store.transaction(async (tx) => {
    if (!(await isStillLeased(tx, token))) {
      await doubtPassword(ports, tx, account.id)
      return false
    }
    await voidProofs(ports.clock.now(), tx, account.id)
    const all = await tx.sessions.listOfAccount(account.id)
    const others = all.filter(({ id }) => id !== session.id)
    await endSessions({ ports, settings, tx, keptLogin: session.loginId }, others)
    await tx.oneTimeTokens.removeAll('reset_password', account.id)
    await tellOwner(ports, tx, { kind: 'password_changed', account, tenant })
    await record(tx, { from, actor, outcome: 'ok' })
    return true
  })
  if (!isInTime) throw new PortError('credential_store', 'timeout', new Error('the lease is over'))
}

async function record(
  tx: Transaction,
  {
    from,
    actor: { account, tenant },
    outcome,
  }: Pick<Change, 'from' | 'actor'> & Required<Pick<AuditFact, 'outcome'>>,
): Promise<void> {
  const subject = { accountId: account.id, tenantId: tenant.id, outcome }
  await tx.auditLog.record(requestEvent(from, { kind: 'password_changed', ...subject }))
}
