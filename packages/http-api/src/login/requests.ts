/** What the routes of a login take, in the wire's words. */
import * as v from 'valibot'
import { password, text, tokenText } from '../requests/request-parts.ts'

/** `POST /api/auth/login` */
export const loginBody = v.strictObject({
  email: text('The address of the account'),
  password: password('The password'),
})

/** `POST /api/auth/tenants` */
export const listTenantsBody = v.strictObject({
  session_token: tokenText('As the workspace picker got it'),
})

/** `POST /api/auth/select-tenant` */
export const selectTenantBody = v.strictObject({
  session_token: tokenText('From login or from any full token answer'),
  tenant_id: text('One of the offered tenants'),
})

/** `POST /api/auth/verify-otp` */
export const verifyOtpBody = v.strictObject({
  username: text('The username of the code request'),
  otp_code: v.pipe(
    v.string(),
    v.regex(/^[0-9]{6}$/),
    v.description('Exactly 6 digits, from the mail'),
  ),
  session_token: v.optional(
    tokenText('From the same login; guesses without it have a smaller budget of their own'),
  ),
})

/** `POST /api/auth/resend-otp` */
export const resendOtpBody = v.strictObject({
  session_token: tokenText('From the login that waits for the code'),
})
