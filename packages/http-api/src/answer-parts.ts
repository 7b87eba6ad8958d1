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
