import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { FieldError, Invalid, Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { confirmBySession, confirmWithPassword } from './confirm-address.ts'
import type { EmailVerified, VerifyEmailCommand } from './email-verification.ts'
import { takeOverAccount } from './take-over-account.ts'

/**
 * Confirms that an address belongs to its account (`POST /api/auth/verify-email`). The token of the
 * mail alone does nothing: a stranger who signed up with another person's address would keep the account
 * that its owner has confirmed (T-92). A token works once.
 *
 * Invalid: neither a password nor an access token, both passwords, or a new one that breaks a rule;
 * the token can be used again. Refusals: `verification_token_invalid`, `invalid_credentials`,
 * `token_invalid`, `token_expired`, `session_ended`, `token_stale`, `forbidden` with a token of another
 * account, `already_member` when another member has the new address, `rate_limited`, `overloaded`.
 *
 * @throws {PortError} When the credential store fails; the token can be used again.
 */
export async function verifyEmail(
  ports: Ports,
  settings: AuthSettings,
  command: VerifyEmailCommand,
): Promise<EmailVerified | Invalid | Refused> {
  const { token, password, newPassword, accessToken, from } = command
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  if (password !== undefined && newPassword !== undefined) return { ...invalid, errors: [tooMuch] }
  if (password !== undefined) return confirmWithPassword(ports, settings, { token, password, from })
  if (newPassword !== undefined)
    return takeOverAccount(ports, settings, { token, newPassword, from })
  if (accessToken !== undefined)
    return confirmBySession(ports, settings, { token, accessToken, from })
  return { ...invalid, errors: [tooLittle] }
}

const invalid = { kind: 'invalid' } as const

const tooMuch: FieldError = {
  field: 'newPassword',
  rule: 'one_of',
  message: 'Give the password of the sign-up or a new one, not both.',
}

const tooLittle: FieldError = {
  field: 'password',
  rule: 'required',
  message: 'Give the password of the sign-up, or a new one.',
}
