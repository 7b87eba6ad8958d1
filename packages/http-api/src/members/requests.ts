/** What the routes about members take, in the wire's words. */
import { fieldConstraints, memberStates, roles } from '@gatehouse/auth-core'
import * as v from 'valibot'
import { groups, limit, password, text } from '../requests/request-parts.ts'

const longestSearch = 100

const entries = {
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(256),
      v.description('`next_cursor` of the part before; the first part without it'),
    ),
  ),
  limit: limit(100),
}

/** The query of a list. */
export const listQuery = v.strictObject(entries)

/** The query of `GET /api/auth/organization/members` */
export const listMembersQuery = v.strictObject({
  search: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(longestSearch),
      v.description('Part of the username, the address or the name, in whatever case'),
    ),
  ),
  state: v.optional(v.pipe(v.picklist(memberStates), v.description('Only those in this state'))),
  role: v.optional(v.pipe(v.picklist(roles), v.description('Only those with this role'))),
  ...entries,
})

/** `PATCH /api/auth/organization/members/{user_id}` */
export const changeMemberBody = v.strictObject({
  role: v.optional(
    v.pipe(
      v.picklist(roles),
      v.description('`user` or `company_admin`; never `super_admin`'),
      v.metadata({ enum: ['company_admin', 'user'] }),
    ),
  ),
  machine_role: v.optional(
    text('Role on single machines; at most 100 characters', fieldConstraints.member.machineRole),
  ),
  groups: v.optional(
    groups('All groups the member is to be in; new ones are made', fieldConstraints.member.group),
  ),
  disabled: v.optional(v.pipe(v.boolean(), v.description('Whether the member is kept out'))),
})

/** `DELETE /api/auth/me` */
export const deleteMeBody = v.strictObject({
  current_password: password('The password of the account'),
})
