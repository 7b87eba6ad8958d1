/** What the routes of the audit log answer, in the wire's words. */
import { clientTypes } from '@gatehouse/auth-core'
import * as v from 'valibot'

const namedAccount = v.nullable(
  v.strictObject({
    id: v.string(),
    username: v.pipe(
      v.nullable(v.string()),
      v.description('null: there is no such account any more'),
    ),
  }),
)

/** One thing that was done. */
export const auditItem = v.strictObject({
  seq: v.pipe(v.number(), v.description('Unique; of one moment, the larger is the newer')),
  at: v.pipe(v.string(), v.description('RFC 3339, in UTC')),
  kind: v.string(),
  outcome: v.picklist(['ok', 'refused']),
  account: v.pipe(namedAccount, v.description('Whom it concerns; null: no account, or none known')),
  actor: v.pipe(namedAccount, v.description('Who did it, where that is another account')),
  tenant_id: v.nullable(v.string()),
  client: v.nullable(v.picklist(clientTypes)),
  network: v.nullable(v.string()),
  user_agent: v.nullable(v.string()),
  request_id: v.nullable(v.string()),
  detail: v.record(v.string(), v.string()),
})

/** `GET /api/auth/audit` */
export const auditAnswer = v.strictObject({
  items: v.array(auditItem),
  next_cursor: v.pipe(v.nullable(v.string()), v.description('null: this is the last page')),
})
