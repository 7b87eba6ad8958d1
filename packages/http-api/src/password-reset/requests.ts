/** What the routes for a new password take, in the wire's words. */
import * as v from 'valibot'
import { newPassword, text, tokenText } from '../requests/request-parts.ts'

/** `POST /api/auth/forgot-password` */
export const forgotPasswordBody = v.strictObject({
  email: text('Any address; the answer does not tell whether there is an account'),
})

/** `POST /api/auth/reset-password` */
export const resetPasswordBody = v.strictObject({
  reset_token: tokenText('From the reset mail; good for 30 minutes, once'),
  new_password: newPassword('The rules of sign-up'),
})

/** `POST /api/auth/password-reset` */
export const readResetBody = v.strictObject({
  reset_token: tokenText('From the mail'),
})
