/** The answers of the routes for one's own account. */
import { clientTypes } from '@gatehouse/auth-core'
import * as v from 'valibot'
import { message, moment, user } from '../answers/answer-parts.ts'

/** `/api/auth/me` */
export const meAnswer = v.strictObject({
  ...user.entries,
  pending_email: v.pipe(
    v.nullable(v.string()),
    v.description('An address that waits for its confirmation; null without one'),
  ),
})

/** `POST /api/auth/change-email` */
export const emailChangeAnswer = v.strictObject({ message, pending_email: v.string() })

const lastPage = v.pipe(v.null(), v.description('The list is whole'))

/** One of one's own sessions. */
export const sessionEntry = v.strictObject({
  id: v.string(),
  client: v.picklist(clientTypes),
  network: v.pipe(
    v.string(),
    v.description('An IPv4 address, or the /64 of an IPv6 one; empty where it is not known'),
  ),
  user_agent: v.string(),
  created_at: moment,
  last_seen_at: v.pipe(moment, v.description('When it was last refreshed')),
  current: v.pipe(v.boolean(), v.description('Whether it is the one that asks')),
})

/** `GET /api/auth/sessions` */
export const sessionsAnswer = v.strictObject({
  items: v.array(sessionEntry),
  next_cursor: lastPage,
})

const apiKey = {
  id: v.pipe(v.string(), v.description('`first` for the one that the user object has')),
  name: v.string(),
  created_at: moment,
  last_used_at: v.nullable(moment),
  expires_at: v.nullable(moment),
}

/** One of one's own API keys. */
export const apiKeyEntry = v.strictObject(apiKey)

/** `GET /api/auth/api-keys` */
export const apiKeysAnswer = v.strictObject({ items: v.array(apiKeyEntry), next_cursor: lastPage })

/** A key that was just made. */
export const apiKeyAnswer = v.strictObject({
  ...apiKey,
  key: v.pipe(v.string(), v.description('The key itself, which is shown once')),
})
