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
  /** The new password: any text; it is checked against the rules. Secret. */
  readonly newPassword: string
  /** The client that sent the request, and when the request arrived. */
  readonly from: Requester
}

/** The new password holds, and everything that the old one had opened is closed. */
export interface PasswordReset {
  /** The kind of this outcome. */
  readonly kind: 'password_reset'
}

/**
 * Sets a new password with the token from the mail (`POST /api/auth/reset-password`). It does not log in
 * (T-54), changes only the account of the token (T-18), and succeeds once (T-53). After a refused password or
 * a failing credential store the token stays valid.
 *
 * Refusals: `reset_token_invalid`, `rate_limited`, `overloaded`; the last two leave the token valid.
 *
 * @throws {PortError} When the credential store cannot set the password, or an earlier request with this
 * token may still be under way. The token can be tried again.
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
