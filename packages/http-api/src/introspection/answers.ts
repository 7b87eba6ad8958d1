/** What the route for backends answers, in the wire's words. */
import * as v from 'valibot'
import { positive, user } from '../answers/answer-parts.ts'

/** `POST /api/auth/introspect`: a token that is good now (RFC 7662, section 2.2). */
export const activeAnswer = v.strictObject({
  ...v.omit(user, ['id', 'first_name', 'last_name', 'email_verified', 'api_key']).entries,
  active: v.literal(true),
  token_type: v.picklist(['api_key', 'Bearer']),
  sub: v.pipe(v.string(), v.description('`id` of the user')),
  iat: v.pipe(positive, v.description('When it was made, Unix time in seconds')),
  exp: v.optional(v.pipe(positive, v.description('Left out for a key without an end'))),
  jti: v.optional(v.pipe(v.string(), v.description('Of an access token alone'))),
  key_id: v.optional(v.pipe(v.string(), v.description('Of an API key: `id` in the list of keys'))),
  key_name: v.optional(v.pipe(v.string(), v.description('Of an API key: what it is called'))),
})

/** Any other one. */
export const inactiveAnswer = v.strictObject({ active: v.literal(false) })
