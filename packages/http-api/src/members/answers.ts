/** What the routes about members answer, in the wire's words. */
import { memberStates } from '@gatehouse/auth-core'
import * as v from 'valibot'
import { moment, nextCursor, user } from '../answers/answer-parts.ts'

const { api_key: _, ...entries } = user.entries

/** A member of an organization, as its administrators see one. */
export const member = v.strictObject({
  ...entries,
  state: v.picklist(memberStates),
  last_login_at: v.pipe(v.nullable(moment), v.description('null: not since this is noted')),
})

/** `GET /api/auth/organization/members` */
export const membersAnswer = v.strictObject({ items: v.array(member), next_cursor: nextCursor })
