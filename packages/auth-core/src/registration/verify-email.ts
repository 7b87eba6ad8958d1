import { findOneTimeToken } from '../account/find-one-time-token.ts'
import { findActiveMembership } from '../account/memberships.ts'
import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The token of a verification mail. */
export interface VerifyEmailCommand {
  /** As the mail has it. */
  readonly token: string
  /** Who asks. */
  readonly from: Requester
}

/** The address is confirmed. */
export interface EmailVerified {
  /** Says which outcome this is. */
  readonly kind: 'email_verified'
  /** As the person gave it. */
  readonly email: string
}

/**
 * Confirms that an address belongs to its account (`POST /api/auth/verify-email`). A token works
 * once.
 *
 * Refusals: `verification_token_invalid`, `rate_limited`.
 */
export async function verifyEmail(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: VerifyEmailCommand,
): Promise<EmailVerified | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const digests = ports.secrets.digests('verify_email', token)

  return ports.store.transaction(async (tx) => {
    const found = await findOneTimeToken(tx, 'verify_email', digests)
    const membership =
      found && ports.clock.now() < found.expiresAt
        ? await findActiveMembership(tx, found.accountId)
        : undefined
    if (!membership) return refused('verification_token_invalid')

    const { account, tenant } = membership
    await tx.accounts.update({ ...account, emailVerified: true })
    await tx.oneTimeTokens.removeAll('verify_email', account.id)
    const subject = { accountId: account.id, tenantId: tenant.id }
    await tx.auditLog.record(requestEvent(from, { kind: 'email_verified', ...subject }))
    return { kind: 'email_verified', email: account.email }
  })
}
