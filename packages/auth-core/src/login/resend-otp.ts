import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/index.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { openProof } from '../tokens/session-token.ts'
import { resendOtpMail } from './effects/send-otp.ts'
import { offeredBy } from './offered-by.ts'
import { isLive, minutesLeft, type OtpChallenge } from './otp.ts'

/** The session token of a login that waits for a code. */
export interface ResendOtpCommand {
  readonly sessionToken: string
  readonly from: Requester
}

/** The code is on its way again. */
export interface OtpResent {
  readonly kind: 'otp_resent'
  readonly username: string
  /** Whole minutes, rounded up, until the code expires: it is the same code. */
  readonly minutes: number
}

/**
 * Sends the live code again (`POST /api/auth/resend-otp`).
 *
 * Refusals: `session_token_invalid`; `otp_invalid` when no code is waited for; `rate_limited`;
 * `mail_unavailable`.
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
    const waiting: { challenge: OtpChallenge; username: string }[] = []
    for (const { account } of await offeredBy(tx, proof)) {
      const challenge = await tx.otpChallenges.findByAccount(account.id)
      if (challenge && isLive(challenge, now)) {
        waiting.push({ challenge, username: account.username })
      }
    }
    const newest = waiting.toSorted(
      (one, other) => other.challenge.createdAt.getTime() - one.challenge.createdAt.getTime(),
    )[0]
    if (!newest) return refused('otp_invalid')
    const refusal = await resendOtpMail({ ports, settings, tx, from, proof }, newest.challenge)
    if (refusal) return refusal
    const minutes = minutesLeft(newest.challenge, now)
    return { kind: 'otp_resent', username: newest.username, minutes }
  })
}
