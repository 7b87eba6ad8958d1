import type { Membership } from '../account.ts'
import { requestEvent } from '../audit.ts'
import type { Requester } from '../client.ts'
import { findOneTimeToken } from '../find-one-time-token.ts'
import { judgePassword } from '../identity/password-policy.ts'
import { tellOwner } from '../mail/tell-owner.ts'
import { findActiveMembership } from '../membership.ts'
import type { OneTimeToken } from '../one-time-token.ts'
import { PortError } from '../port-error.ts'
import type { Ports } from '../ports/index.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { countAgainst } from '../throttle.ts'
import { secondsAfter } from '../time.ts'
import { voidCredentials } from './void-credentials.ts'

/** Longer than any credential store takes to answer; then another try may begin. */
const claimSeconds = 60

/** The token of a reset mail and the password to set. */
export interface ResetPasswordCommand {
  readonly resetToken: string
  readonly newPassword: string
  readonly from: Requester
}

/** The new password holds, and everything that the old one had opened is closed. */
export interface PasswordReset {
  readonly kind: 'password_reset'
}

/** A token that is being spent, and for whom. */
interface Claim extends Membership {
  readonly token: OneTimeToken
}

/**
 * Sets a new password with the token from the mail (`POST /api/auth/reset-password`). It logs
 * nobody in (T-54), acts on the one account the token is for (T-18), and succeeds once (T-53).
 * A refused password and a failing credential store leave the token as good as it was.
 *
 * Refusals: `reset_token_invalid`, `rate_limited`.
 *
 * @throws {PortError} When the credential store cannot set it.
 */
export async function resetPassword(
  ports: Ports,
  settings: AuthSettings,
  { resetToken, newPassword, from }: ResetPasswordCommand,
): Promise<PasswordReset | Invalid | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const claim = await claimToken(ports, resetToken, newPassword)
  if ('kind' in claim) return claim

  try {
    await ports.credentialStore.setPassword(claim.account, newPassword)
  } catch (error) {
    await release(ports, claim, error)
    throw error
  }
  await ports.store.transaction(async (tx) => {
    await voidCredentials(ports, tx, claim.account.id)
    await tx.oneTimeTokens.removeAll('reset_password', claim.account.id)
    await tellOwner(ports, tx, { ...claim, kind: 'password_changed' })
    const subject = { accountId: claim.account.id, tenantId: claim.tenant.id }
    await tx.auditLog.record(requestEvent(from, { kind: 'password_reset', ...subject }))
  })
  return { kind: 'password_reset' }
}

/** Of two who bring the same token at the same time, one gets it. */
async function claimToken(
  ports: Ports,
  resetToken: string,
  newPassword: string,
): Promise<Claim | Invalid | Refused> {
  const digests = ports.secrets.digests('reset_password', resetToken)
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now()
    const token = await findOneTimeToken(tx, 'reset_password', digests)
    const free = token && now < token.expiresAt && !(token.claimedUntil && now < token.claimedUntil)
    const membership = free && (await findActiveMembership(tx, token.accountId))
    if (!membership) return refused('reset_token_invalid')

    const invalid = judgeNewPassword(ports, membership, newPassword)
    if (invalid) return invalid
    await tx.oneTimeTokens.update({ ...token, claimedUntil: secondsAfter(now, claimSeconds) })
    return { ...membership, token }
  })
}

/** Gives the token back. After a timeout the new password may hold, so the old one is void. */
async function release(ports: Ports, { token, account }: Claim, error: unknown): Promise<void> {
  const mayBeSet = error instanceof PortError && error.failure === 'timeout'
  await ports.store.transaction(async (tx) => {
    if (mayBeSet) await voidCredentials(ports, tx, account.id)
    await tx.oneTimeTokens.update({ ...token, claimedUntil: null })
  })
}

function judgeNewPassword(
  { passwordBlocklist }: Ports,
  { account, tenant }: Membership,
  newPassword: string,
): Invalid | null {
  const context = { email: account.email, organization: tenant.id }
  const judged = judgePassword(newPassword, context, (password) => passwordBlocklist.has(password))
  if (judged.ok) return null
  const { rule, message } = judged
  return { kind: 'invalid', errors: [{ field: 'newPassword', rule, message }] }
}
