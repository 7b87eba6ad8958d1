/** What the routes about invitations answer, in the wire's words. */
import { roles } from '@gatehouse/auth-core'
import * as v from 'valibot'

const invitation = {
  id: v.string(),
  email: v.string(),
  role: v.picklist(roles),
  machine_role: v.string(),
  groups: v.array(v.string()),
  created_at: v.pipe(v.string(), v.description('RFC 3339, UTC')),
  expires_at: v.pipe(v.string(), v.description('RFC 3339, UTC')),
}

/** An invitation that was sent. */
export const invitationAnswer = v.strictObject(invitation)

/** An invitation in a list. */
export const listedInvitation = v.strictObject({
  ...invitation,
  invited_by: v.pipe(
    v.string(),
    v.description('First and last name; empty when the account is gone, and the invitation void'),
  ),
})

/** `GET /api/auth/organization/invitations` */
export const invitationsAnswer = v.strictObject({
  items: v.array(listedInvitation),
  next_cursor: v.pipe(v.nullable(v.string()), v.description('null: there are no more')),
})

/** `POST /api/auth/invitation` */
export const invitationReadAnswer = v.strictObject({
  organization: v.pipe(v.string(), v.description('The display name')),
  email: v.string(),
  role: v.picklist(roles),
  invited_by: v.pipe(v.string(), v.description('First and last name')),
  expires_at: v.pipe(v.string(), v.description('RFC 3339, UTC')),
})
