/** What the routes for a new password answer, in the wire's words. */
import * as v from 'valibot'

/** `POST /api/auth/password-reset` */
export const resetAnswer = v.strictObject({
  organization: v.pipe(v.string(), v.description('The display name')),
  username: v.string(),
  email: v.string(),
})
