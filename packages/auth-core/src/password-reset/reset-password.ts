import { findOneTimeToken } from '../account/find-one-time-token.ts'
import { findActiveMembership } from '../account/memberships.ts'
import { validatePassword } from '../identity/password-policy.ts'
import { findExpiredLeases } from '../leases/lease.ts'
import { releaseEventually } from '../leases/release-eventually.ts'
import { leased, retryWhileLeased } from '../leases/retry-while-leased.ts'
import { type LeasedToken, leasedFrom, leaseOf, releaseToken } from '../leases/token-lease.ts'
import { countAgainst } from '../limits/throttle.ts'
import { loginContext } from '../login/login-work.ts'
import { transition } from '../login/machine.ts'
import { perform } from '../login/perform.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The token of a reset mail and the password to set. */
export interface ResetPasswordCommand {
  /** The token of the link; any text. Secret. */
  readonly resetToken: string
  /** Any text; the rules for passwords are checked. Secret. */
  readonly newPassword: string
  /** Who asks, and when. */
  readonly from: Requester
}

/** The new password holds, and everything that the old one had opened is closed. */
export interface PasswordReset {
  /** Says which outcome this is. */
  readonly kind: 'password_reset'
}

/** A token that is being spent, and for whom. */
interface Claim extends Membership {
  readonly token: LeasedToken
}

/**
 * Sets a new password with the token from the mail (`POST /api/auth/reset-password`). It is
 * no login (T-54), acts on the one account the token is for (T-18), and succeeds once (T-53).
 * A refused password and a failing credential store leave the token as good as it was.
 *
 * Refusals: `reset_token_invalid`, `rate_limited`, `overloaded`; after that the token is as good as it was.
 *
 * @throws {PortError} When the credential store cannot set it, or an earlier request with this token
 *   may still be under way. The token can be tried again.
 */
export async function resetPassword(
  ports: Ports,
  settings: AuthSettings,
  { resetToken, newPassword, from }: ResetPasswordCommand,
): Promise<PasswordReset | Invalid | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const lease = await retryWhileLeased(ports, () => leaseToken(ports, resetToken, newPassword))
  if (lease === leased) throw new PortError('credential_store', 'unavailable', stillClaimed())
  if ('kind' in lease) return lease

  const step = transition(
    { kind: 'reset_pending' },
    { kind: 'reset_token_accepted' },
    loginContext(settings, from.client),
  )
  const [change] = step.effects
  const entrant = { network: from.network, isKnown: false, units: 1, signal: from.signal }
  const outcome = await ports.admission.set.admit(entrant, (turn) =>
    turn(async () => {
      await perform({ ...lease, ports, from, newPassword }, change)
      return { kind: 'password_reset' } as const
    }),
  )
  if (outcome.kind === 'refused') await releaseEventually(ports, () => release(ports, lease.token))
  return outcome
}

/** The token is good. Nobody can say yet whether the password of an earlier request will hold. */
function stillClaimed(): Error {
  return new Error('an earlier request with this token may still be under way')
}

/**
 * Of two who bring the same token at the same time, one gets it. `leased` when that is another, who
 * may be at it or dead.
 */
async function leaseToken(
  ports: Ports,
  resetToken: string,
  newPassword: string,
): Promise<Claim | Invalid | Refused | typeof leased> {
  const digests = ports.secrets.digests('reset_password', resetToken)
  let claimed: LeasedToken | undefined
  const work = async (tx: Transaction) => {
    const now = ports.clock.now()
    const token = await findOneTimeToken(tx, 'reset_password', digests)
    const membership =
      token && now < token.expiresAt && (await findActiveMembership(tx, token.accountId))
    if (!membership) return refused('reset_token_invalid')
    if (token.lease && now < token.lease.until) {
      const isExpiredLease = await findExpiredLeases(tx, now)
      if (!isExpiredLease(leaseOf(token.lease))) return leased
    }

    const invalid = validateNewPassword(ports, membership, newPassword)
    if (invalid) return invalid
    claimed = leasedFrom(token, { by: ports.replicaId, since: now })
    await tx.oneTimeTokens.update(claimed)
    return { ...membership, token: claimed }
  }
  try {
    return await ports.store.transaction(work)
  } catch (error) {
    // It may have been committed all the same.
    const taken = claimed
    if (taken) await releaseEventually(ports, () => release(ports, taken))
    throw error
  }
}

async function release({ store }: Ports, token: LeasedToken): Promise<void> {
  await store.transaction((tx) => releaseToken(tx, token))
}

function validateNewPassword(
  { passwordBlocklist }: Ports,
  { account, tenant }: Membership,
  newPassword: string,
): Invalid | null {
  const context = { email: account.email, organization: tenant.id }
  const judged = validatePassword(newPassword, context, (password) =>
    passwordBlocklist.has(password),
  )
  if (judged.ok) return null
  const { rule, message } = judged
  return { kind: 'invalid', errors: [{ field: 'newPassword', rule, message }] }
}
