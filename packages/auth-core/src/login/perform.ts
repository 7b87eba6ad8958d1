import { changePassword } from './effects/change-password.ts'
import { endSession } from './effects/end-session.ts'
import { openSession } from './effects/open-session.ts'
import { renewToken } from './effects/renew-token.ts'
import { resendOtp, sendOtp } from './effects/send-otp.ts'
import { sendResetMail } from './effects/send-reset-mail.ts'
import type { Effect, EffectKind } from './machine-types.ts'

/** What does the work of each kind. */
const performers = {
  send_otp: sendOtp,
  resend_otp: resendOtp,
  open_session: openSession,
  renew_token: renewToken,
  end_session: endSession,
  send_reset_mail: sendResetMail,
  change_password: changePassword,
}

type Work<K extends EffectKind> = Parameters<(typeof performers)[K]>[0]
type Result<K extends EffectKind> = Awaited<ReturnType<(typeof performers)[K]>>

/** The same by kind. The compiler misses a kind that is not there. */
const byKind: {
  readonly [K in EffectKind]: (work: Work<K>, effect: Effect<K>) => Promise<Result<K>>
} = performers

/**
 * Does the work of a step of the login. What else ends sessions and changes passwords is a step of an
 * account's life (`takeStep`, `claimAccount`, `voidCredentials`).
 *
 * @param work What work of this kind is done with.
 * @returns What came of it, as each kind has it.
 * @throws {PortError} When a port is broken.
 */
export function perform<K extends EffectKind>(
  work: Work<K>,
  effect: Effect<K> & { readonly kind: K },
): Promise<Result<K>> {
  return byKind[effect.kind](work, effect)
}
