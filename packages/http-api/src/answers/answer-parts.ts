/** Parts that the answers of several routes have. */
import { roles } from '@gatehouse/auth-core'
import * as v from 'valibot'

/** A sentence for people. */
export const message = v.pipe(v.string(), v.description('One sentence for a person'))

/** A moment, in UTC. */
export const moment = v.pipe(v.string(), v.isoTimestamp())

/** Who is logged in. */
export const user = v.strictObject({
  id: v.string(),
  username: v.string(),
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  tenant_id: v.string(),
  tenant_name: v.string(),
  role: v.picklist(roles),
  machine_role: v.string(),
  groups: v.array(v.string()),
  email_verified: v.boolean(),
  api_key: v.pipe(v.string(), v.description('For machine agents; not a token')),
})

/** A whole number from 1 on. */
export const positive = v.pipe(v.number(), v.integer(), v.minValue(1))

/** How long a token is good. */
export const expiresIn = v.pipe(positive, v.description('Lifetime of the token in seconds'))

/** How long a mail is not sent again. */
export const resendAfter = v.pipe(positive, v.description('Seconds until it may be sent again'))

/** Where the next part of a list begins. */
export const nextCursor = v.pipe(
  v.nullable(v.string()),
  v.description('`cursor` of the next part; null after the last one'),
)
