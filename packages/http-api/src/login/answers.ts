/** What the routes of a login answer, in the wire's words. */
import * as v from 'valibot'
import { expiresIn, message, positive, resendAfter, user } from '../answers/answer-parts.ts'

const sessionToken = v.pipe(
  v.string(),
  v.description('Short-lived; enters or switches tenants through select-tenant'),
)

const otpExpires = v.pipe(positive, v.description('Minutes for which the code is good'))

/** An organization that was offered. */
export const tenantEntry = v.strictObject({
  tenant_id: v.string(),
  tenant_name: v.string(),
  username: v.string(),
  user_id: v.string(),
})

/** Scenario A. */
export const tokenAnswer = v.strictObject({
  token: v.pipe(v.string(), v.description('The access token, a JWT')),
  user,
  expires_in: expiresIn,
  session_token: sessionToken,
  available_tenants: v.array(tenantEntry),
})

/** Scenario B, from login. */
export const otpAnswer = v.strictObject({
  message,
  requires_otp: v.literal(true),
  username: v.string(),
  tenants: v.array(tenantEntry),
  session_token: sessionToken,
  otp_expires_in_min: otpExpires,
  resend_after: resendAfter,
})

/** Scenario B, from select-tenant and resend-otp, where the caller has the rest already. */
export const otpReminder = v.strictObject({
  message,
  requires_otp: v.literal(true),
  username: v.string(),
  otp_expires_in_min: otpExpires,
  resend_after: resendAfter,
})

/** Scenario C. */
export const tenantSelectionAnswer = v.strictObject({
  requires_tenant_selection: v.literal(true),
  tenants: v.array(tenantEntry),
  session_token: sessionToken,
})

/** `POST /api/auth/tenants` */
export const tenantsAnswer = v.strictObject({ tenants: v.array(tenantEntry) })
