/** What the routes of an organization answer, in the wire's words. */
import { clientTypes } from '@gatehouse/auth-core'
import * as v from 'valibot'
import { message, moment, nextCursor } from '../answers/answer-parts.ts'

/** `/api/auth/organization` */
export const organizationAnswer = v.strictObject({
  tenant_id: v.string(),
  tenant_name: v.string(),
  otp_enabled: v.boolean(),
  otp_exempt_clients: v.pipe(
    v.nullable(v.array(v.picklist(clientTypes))),
    v.description('null: those of the operator'),
  ),
  max_session_days: v.pipe(v.nullable(v.number()), v.description('null: what the operator allows')),
})

/** `DELETE /api/auth/organization` */
export const organizationClosedAnswer = v.strictObject({
  message,
  closes_at: v.pipe(v.string(), v.description('When everything is removed (RFC 3339)')),
})

/** `GET /api/auth/tenants` */
export const organizationsAnswer = v.strictObject({
  items: v.array(
    v.strictObject({
      tenant_id: v.string(),
      tenant_name: v.string(),
      status: v.picklist(['active', 'disabled']),
      created_at: moment,
    }),
  ),
  next_cursor: nextCursor,
})
