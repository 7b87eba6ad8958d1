import { findActiveMembership } from '../account/memberships.ts'
import { sessionState } from '../authorization/session-state.ts'
import { countAgainst } from '../limits/throttle.ts'
import { mailVerification } from '../mail/verification-mail.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { authenticate } from '../tokens/access-token.ts'

/** The access token of a person whose address is not confirmed. */
export interface ResendVerificationCommand {
  /** The access token as received, without `Bearer`. Secret. */
  readonly token: string
  /** The client that sent the request. */
  readonly from: Requester
}

/** The mail waits for delivery, or the address is confirmed already. */
export interface VerificationResent {
  /** The kind of this outcome. */
  readonly kind: 'verification_resent'
  /** Seconds until another request makes sense. */
  readonly resendAfter: number
}

/**
 * Mails another link that confirms the address (`POST /api/auth/resend-verification`). Earlier links stay
 * valid.
 *
 * Refusals: `token_invalid`, `token_expired`, `session_ended`, `token_stale`; `rate_limited` during the pause
 * between two mails, or after too many mails to the address in a day.
 */
export async function resendVerification(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: ResendVerificationCommand,
): Promise<VerificationResent | Refused> {
  const { otherPerNetwork, verificationPause, verificationPerAddress } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const presented = authenticate(ports, settings, { token, at: from.receivedAt })
  if (presented.kind === 'refused') return presented
  const { userId, sessionId } = presented.claims
  const known = await ports.store.transaction((tx) => findMembership(tx, userId, sessionId))
  if (!known) return refused('session_ended')
  const { account, tenant } = known
  const resent = { kind: 'verification_resent', resendAfter: verificationPause.seconds } as const
  if (account.emailVerified) return resent
  const tooOften = await countAgainst(ports.rateLimiter, [
    [verificationPause, account.id],
    [verificationPerAddress, account.emailCanonical],
  ])
  if (tooOften) return tooOften
  await ports.store.transaction(async (tx) => {
    await mailVerification(ports, settings, { tx, account, tenant })
    const subject = { accountId: account.id, tenantId: tenant.id }
    await tx.auditLog.record(requestEvent(from, { kind: 'verification_resent', ...subject }))
  })
  return resent
}

async function findMembership(
  tx: Transaction,
  accountId: string,
  sessionId: string,
): Promise<Membership | undefined> {
  const state = sessionState(await tx.sessions.find(sessionId))
  return state.kind === 'authenticated' ? findActiveMembership(tx, accountId) : undefined
}
