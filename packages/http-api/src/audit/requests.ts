/** What the routes of the audit log take, in the wire's words. */
import * as v from 'valibot'
import { limit } from '../requests/request-parts.ts'

const moment = (description: string) =>
  v.optional(v.pipe(v.string(), v.isoTimestamp(), v.description(description)))

const word = (description: string) =>
  v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(256), v.description(description)))

const auditFilter = {
  from: moment('What happened then or later (RFC 3339)'),
  to: moment('What happened before then (RFC 3339)'),
  kind: word('What was done, such as `login`'),
  actor: word('Id of the account that did it to another one, or to an organization of others'),
  account: word('Id of the account that it concerns'),
}

/** `GET /api/auth/audit` */
export const readAuditQuery = v.strictObject({
  ...auditFilter,
  cursor: word('`next_cursor` of the page before'),
  limit: limit(200),
})

/** `GET /api/auth/audit` as JSON Lines, which has no pages. */
export const exportAuditQuery = v.strictObject(auditFilter)
