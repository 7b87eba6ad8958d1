import { leaseOneTimeToken, releaseUnspent } from '../account/lease-one-time-token.ts'
import { validateNewPassword } from '../account/validate-new-password.ts'
import { countAgainst } from '../limits/throttle.ts'
import { loginContext } from '../login/login-work.ts'
import { transition } from '../login/machine.ts'
import { perform } from '../login/perform.ts'
import type { Ports } from '../ports/ports.ts'
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
  const token = { purpose: 'reset_password', value: resetToken } as const
  const spent = await leaseOneTimeToken(ports, token, (membership) =>
    validateNewPassword(ports, membership, newPassword),
  )
  if (!spent) return refused('reset_token_invalid')
  if ('kind' in spent) return spent

  const step = transition(
    { kind: 'reset_pending' },
    { kind: 'reset_token_accepted' },
    loginContext(settings, from.client),
  )
  const [change] = step.effects
  const entrant = { network: from.network, isKnown: false, units: 1, signal: from.signal }
  const outcome = await ports.admission.set.admit(entrant, (turn) =>
    turn(async () => {
      const refusal = await perform({ ...spent, ports, settings, from, newPassword }, change)
      return refusal ?? ({ kind: 'password_reset' } as const)
    }),
  )
  if (outcome.kind === 'refused') await releaseUnspent(ports, spent.token)
  return outcome
}
