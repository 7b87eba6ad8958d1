/** What the routes of an organization take, in the wire's words. */
import { fieldConstraints } from '@gatehouse/auth-core'
import * as v from 'valibot'
import { name, number, text, tokenText } from '../requests/request-parts.ts'

/** `PATCH /api/auth/organization` */
export const changeOrganizationBody = v.strictObject({
  name: v.optional(name('What the organization is called')),
  otp_enabled: v.optional(
    v.pipe(v.boolean(), v.description('Whether browsers are asked for a one-time code')),
  ),
  otp_exempt_clients: v.optional(
    v.pipe(
      v.nullable(v.array(v.picklist(['cli', 'vscode']))),
      v.description('Clients that are never asked for one; null for those of the operator'),
    ),
  ),
  max_session_days: v.optional(
    v.nullable(
      number(
        'Days after a login in which its tokens are refreshed; null for what the operator allows',
        fieldConstraints.maxSessionDays,
      ),
    ),
  ),
})

/** `DELETE /api/auth/organization` */
export const closeOrganizationBody = v.strictObject({
  confirm: text('The name of the organization, as it is shown'),
})

/** `POST /api/auth/reopen-organization` */
export const reopenOrganizationBody = v.strictObject({
  token: tokenText('From the mail about the organization that was closed'),
})
