/** What the routes about invitations take, in the wire's words. */
import { fieldConstraints } from '@gatehouse/auth-core'
import * as v from 'valibot'
import {
  email,
  groups,
  limit,
  name,
  newPassword,
  text,
  tokenText,
} from '../requests/request-parts.ts'

/** `GET /api/auth/organization/invitations` */
export const listInvitationsQuery = v.strictObject({
  cursor: v.optional(text('`next_cursor` of the part before; the first part without it')),
  limit: limit(200),
})

/** `POST /api/auth/organization/invitations` */
export const inviteBody = v.strictObject({
  email: email('Gets the mail with the link; may have accounts in other organizations'),
  role: v.optional(
    v.pipe(v.picklist(['company_admin', 'user']), v.description('`user` without it')),
  ),
  machine_role: v.optional(
    text('Role on single machines; none without it', fieldConstraints.grant.machineRole),
  ),
  groups: v.optional(
    groups(
      'At most 50, 2,000 characters in all; a slash makes a group below another; made where missing',
      fieldConstraints.grant.group,
    ),
  ),
})

/** `POST /api/auth/invitation` */
export const readInvitationBody = v.strictObject({
  token: tokenText('From the mail'),
})

/** `POST /api/auth/accept-invitation` */
export const acceptInvitationBody = v.strictObject({
  token: tokenText('From the mail; works once'),
  username: text('The rules of sign-up', fieldConstraints.username),
  password: newPassword('The rules of sign-up'),
  first_name: name('1 to 100 characters'),
  last_name: name('1 to 100 characters'),
})
