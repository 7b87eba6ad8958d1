/** What the routes of sign-up take, in the wire's words. */
import { fieldConstraints } from '@gatehouse/auth-core'
import * as v from 'valibot'
import { email, name, newPassword, password, text, tokenText } from '../requests/request-parts.ts'

/** `POST /api/auth/signup` */
export const signUpBody = v.strictObject({
  username: text(
    '3 to 50 characters of a-z, 0-9, ".", "_" and "-"; unique over all organizations',
    fieldConstraints.username,
  ),
  email: email('A valid email address'),
  password: newPassword('At least 8 characters, not a common password'),
  first_name: name('1 to 100 characters'),
  last_name: name('1 to 100 characters'),
  organization_name: text(
    'Becomes the tenant id: lower case, spaces replaced by hyphens',
    fieldConstraints.organizationName,
  ),
  company_name: name('What the organization is called'),
})

/** `POST /api/auth/verify-email` */
export const verifyEmailBody = v.strictObject({
  token: tokenText('From the verification mail; does nothing alone'),
  password: v.optional(password('The password of the sign-up: nothing but the address changes')),
  new_password: v.optional(
    newPassword(
      'Replaces the password, ends all sessions and replaces the API key; rules of sign-up',
    ),
  ),
})

/** `POST /api/auth/verification` */
export const readVerificationBody = v.strictObject({
  token: tokenText('From the verification mail'),
})
