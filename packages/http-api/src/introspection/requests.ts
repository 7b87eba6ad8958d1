/** What the route for backends takes, in the wire's words. */
import * as v from 'valibot'
import { text, tokenText } from '../requests/request-parts.ts'

/** `POST /api/auth/introspect` (RFC 7662, section 2.1) */
export const introspectBody = v.strictObject({
  token: tokenText('An API key or an access token'),
  token_type_hint: v.optional(text('Not needed, and not looked at')),
})
