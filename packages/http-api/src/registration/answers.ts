/** What the routes of sign-up answer, in the wire's words. */
import * as v from 'valibot'
import { message, resendAfter } from '../answers/answer-parts.ts'

/** `POST /api/auth/signup` */
export const signedUpAnswer = v.strictObject({
  message,
  user_id: v.string(),
  username: v.string(),
  organization: v.pipe(v.string(), v.description('The display name')),
})

/** `POST /api/auth/verification` */
export const verificationAnswer = v.strictObject({
  purpose: v.pipe(
    v.picklist(['verify_email', 'change_email']),
    v.description('Whether `email` is the address of the account, or one that it is to have'),
  ),
  organization: v.pipe(v.string(), v.description('The display name')),
  username: v.string(),
  email: v.string(),
})

/** `POST /api/auth/resend-verification` */
export const verificationResentAnswer = v.strictObject({
  message,
  resend_after: resendAfter,
})
