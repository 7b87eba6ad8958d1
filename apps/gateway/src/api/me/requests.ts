/** What the routes of one's own account take, in the wire's words. */
import * as v from 'valibot'
import { longestPassword } from '../requests.ts'

const text = (description: string) => v.pipe(v.string(), v.description(description))

const currentPassword = v.pipe(
  v.string(),
  v.maxLength(longestPassword),
  v.description('The present password; a wrong one counts like a failed login'),
)

/** `PATCH /api/auth/me` */
export const changeMeBody = v.strictObject({
  first_name: v.optional(text('1 to 100 characters')),
  last_name: v.optional(text('1 to 100 characters')),
})

/** `POST /api/auth/change-password` */
export const changePasswordBody = v.strictObject({
  current_password: currentPassword,
  new_password: text('The rules of sign-up'),
})

/** `POST /api/auth/change-email` */
export const changeEmailBody = v.strictObject({
  email: text('A valid email address; it is yours once the link in the mail is confirmed'),
  current_password: currentPassword,
})

/** `POST /api/auth/api-keys` */
export const createApiKeyBody = v.strictObject({
  name: text('What you call it, 1 to 100 characters'),
  expires_in_days: v.optional(
    v.pipe(v.number(), v.description('1 to 3650; without it the key has no end')),
  ),
})

/** `POST /api/auth/api-keys/{id}/rotate` */
export const rotateApiKeyBody = v.strictObject({
  overlap_hours: v.optional(
    v.pipe(
      v.number(),
      v.description('Hours for which the replaced key works on, 0 to 720; 0 if left out'),
    ),
  ),
})
