import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { openProof } from '../tokens/session-token.ts'
import { loginContext } from './login-work.ts'
import { transition } from './machine.ts'
import type { LoginState } from './machine-types.ts'
import { hasLoginEnded, offeredBy } from './offered-by.ts'
import { isLive, minutesLeft, otpReuseSeconds } from './otp.ts'
import { perform } from './perform.ts'

/** The session token of a login that waits for a code. */
export interface ResendOtpCommand {
  /** The session token as the login issued it. Secret. */
  readonly sessionToken: string
  /** The client that sent the request. */
  readonly from: Requester
}

/** The code was mailed again. */
export interface OtpResent {
  /** The kind of this outcome. */
  readonly kind: 'otp_resent'
  /** The username of the account that the code is for. */
  readonly username: string
  /** Whole minutes, rounded up, until the code expires: it is the same code. */
  readonly minutes: number
  /** `resend_after` on the wire: whole seconds until it may be sent once more. */
  readonly resendAfter: number
}

/**
 * Sends the live code again (`POST /api/auth/resend-otp`).
 *
 * Refusals: `session_token_invalid`; `otp_invalid` when no code is waited for; `rate_limited`, within
 * 30 seconds of the last mail, too; `mail_unavailable`.
 */
export async function resendOtp(
  ports: Ports,
  settings: AuthSettings,
  { sessionToken, from }: ResendOtpCommand,
): Promise<OtpResent | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const proof = openProof(ports, settings, { token: sessionToken, at: from.receivedAt })
  if (!proof) return refused('session_token_invalid')

  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now()
    if (await hasLoginEnded(tx, proof)) return refused('session_token_invalid')
    const offered = await offeredBy(tx, proof, { settings, at: from.receivedAt })
    const step = transition(
      await stateOf(tx, offered, now),
      { kind: 'resend_requested' },
      loginContext(settings, proof.client),
    )
    if (!step.ok) return refused(step.refusal)
    const [sending] = step.effects
    const challenge = await perform({ ports, settings, tx, from, proof }, sending)
    if ('kind' in challenge) return challenge
    const { username } = step.state.chosen.account
    const minutes = minutesLeft(challenge, now)
    return { kind: 'otp_resent', username, minutes, resendAfter: otpReuseSeconds }
  })
}

/** The state of a login with this proof, by the newest code that is pending. */
async function stateOf(
  tx: Transaction,
  offered: readonly Membership[],
  now: Date,
): Promise<LoginState> {
  const awaited: { membership: Membership; since: Date }[] = []
  for (const membership of offered) {
    const challenge = await tx.otpChallenges.findByAccount(membership.account.id)
    if (challenge && isLive(challenge, now)) {
      awaited.push({ membership, since: challenge.createdAt })
    }
  }
  const newest = awaited.toSorted((one, other) => other.since.getTime() - one.since.getTime())[0]
  return newest
    ? { kind: 'otp_pending', chosen: newest.membership, offered }
    : { kind: 'tenant_selection', offered }
}
