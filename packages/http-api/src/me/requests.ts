/** What the routes of one's own account take, in the wire's words. */
import { fieldConstraints } from '@gatehouse/auth-core'
import * as v from 'valibot'
import { email, name, newPassword, number, password } from '../requests/request-parts.ts'

const currentPassword = password('The present password; a wrong one counts like a failed login')

/** `PATCH /api/auth/me` */
export const changeMeBody = v.strictObject({
  first_name: v.optional(name('1 to 100 characters')),
  last_name: v.optional(name('1 to 100 characters')),
})

/** `POST /api/auth/change-password` */
export const changePasswordBody = v.strictObject({
  current_password: currentPassword,
  new_password: newPassword('The rules of sign-up'),
})

/** `POST /api/auth/change-email` */
export const changeEmailBody = v.strictObject({
  email: email('A valid email address; it is yours once the link in the mail is confirmed'),
  current_password: currentPassword,
})

/** `POST /api/auth/api-keys` */
export const createApiKeyBody = v.strictObject({
  name: name('What you call it, 1 to 100 characters'),
  expires_in_days: v.optional(
    number('1 to 3650; without it the key has no end', fieldConstraints.expiresInDays),
  ),
})

/** `POST /api/auth/api-keys/{id}/rotate` */
export const rotateApiKeyBody = v.strictObject({
  overlap_hours: v.optional(
    number(
      'Hours for which the replaced key works on, 0 to 720; 0 if left out',
      fieldConstraints.overlapHours,
    ),
  ),
})
