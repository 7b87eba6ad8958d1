/** What the routes of a session take, in the wire's words. */
import * as v from 'valibot'
import { tokenText } from '../requests/request-parts.ts'

/** `POST /api/auth/refresh` */
export const refreshBody = v.strictObject({
  token: tokenText('The current access token, not expired'),
})
