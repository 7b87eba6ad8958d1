import { changePassword } from './effects/change-password.ts'
import { endSession } from './effects/end-session.ts'
import { openSession } from './effects/open-session.ts'
import { renewToken } from './effects/renew-token.ts'
import { resendOtp, sendOtp } from './effects/send-otp.ts'
import { sendResetMail } from './effects/send-reset-mail.ts'
import type { Effect, EffectKind } from './machine-types.ts'

/** The function that does the work of each kind of effect. */
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

/** The same functions, typed by kind. A missing kind does not compile. */
const byKind: {
  readonly [K in EffectKind]: (work: Work<K>, effect: Effect<K>) => Promise<Result<K>>
} = performers

/**
 * Does the work of one step of a login. Other changes of passwords and ends of sessions are steps in the life
 * of an account (`takeStep`, `claimAccount`, `voidCredentials`).
 *
 * @param work What the work of this kind needs.
 * @returns The result of the work, by its kind.
 * @throws {PortError} When a port is broken.
 */
export function perform<K extends EffectKind>(
  work: Work<K>,
  effect: Effect<K> & { readonly kind: K },
): Promise<Result<K>> {
  return byKind[effect.kind](work, effect)
}
