/** What the auth routes answer, in the wire's words. Presenting is typed by these schemas. */
import { clientTypes, memberStates, roles } from '@gatehouse/auth-core'
import * as v from 'valibot'
import { message, moment, user } from './answer-parts.ts'

export { user } from './answer-parts.ts'
export * from './me/answers.ts'

const positive = v.pipe(v.number(), v.integer(), v.minValue(1))
const sessionToken = v.pipe(
  v.string(),
  v.description('Short-lived; enters or switches tenants through select-tenant'),
)
const expiresIn = v.pipe(positive, v.description('Lifetime of the token in seconds'))
const otpExpires = v.pipe(positive, v.description('Minutes for which the code is good'))

const resendAfter = v.pipe(positive, v.description('Seconds until it may be sent again'))

/** An organization that was offered. */
export const tenantEntry = v.strictObject({
  tenant_id: v.string(),
  tenant_name: v.string(),
  username: v.string(),
  user_id: v.string(),
})

/** Scenario A. */
export const tokenAnswer = v.strictObject({
  token: v.pipe(v.string(), v.description('The access token, a JWT')),
  user,
  expires_in: expiresIn,
  session_token: sessionToken,
  available_tenants: v.array(tenantEntry),
})

/** Scenario B, from login. */
export const otpAnswer = v.strictObject({
  message,
  requires_otp: v.literal(true),
  username: v.string(),
  tenants: v.array(tenantEntry),
  session_token: sessionToken,
  otp_expires_in_min: otpExpires,
  resend_after: resendAfter,
})

/** Scenario B, from select-tenant and resend-otp, where the caller has the rest already. */
export const otpReminder = v.strictObject({
  message,
  requires_otp: v.literal(true),
  username: v.string(),
  otp_expires_in_min: otpExpires,
  resend_after: resendAfter,
})

/** Scenario C. */
export const tenantSelectionAnswer = v.strictObject({
  requires_tenant_selection: v.literal(true),
  tenants: v.array(tenantEntry),
  session_token: sessionToken,
})

/** `POST /api/auth/tenants` */
export const tenantsAnswer = v.strictObject({ tenants: v.array(tenantEntry) })

/** `POST /api/auth/signup` */
export const signedUpAnswer = v.strictObject({
  message,
  user_id: v.string(),
  username: v.string(),
  organization: v.pipe(v.string(), v.description('The display name')),
})

/** `POST /api/auth/refresh` */
export const refreshedAnswer = v.strictObject({ token: v.string(), expires_in: expiresIn })

/** Answers with nothing but a message. */
export const messageAnswer = v.strictObject({ message })

/** `POST /api/auth/password-reset` */
export const resetAnswer = v.strictObject({
  organization: v.pipe(v.string(), v.description('The display name')),
  username: v.string(),
  email: v.string(),
})

/** `POST /api/auth/verification` */
export const verificationAnswer = v.strictObject({
  purpose: v.pipe(
    v.picklist(['verify_email', 'change_email']),
    v.description('Whether `email` is the address of the account, or one that it is to have'),
  ),
  organization: v.pipe(v.string(), v.description('The display name')),
  username: v.string(),
  email: v.string(),
})

/** `POST /api/auth/resend-verification` */
export const verificationResentAnswer = v.strictObject({
  message,
  resend_after: resendAfter,
})

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

const { api_key: _, ...memberEntries } = user.entries
const nextCursor = v.pipe(
  v.nullable(v.string()),
  v.description('`cursor` of the next part; null after the last one'),
)

/** A member of an organization, as its administrators see one. */
export const member = v.strictObject({
  ...memberEntries,
  state: v.picklist(memberStates),
  last_login_at: v.pipe(v.nullable(moment), v.description('null: not since this is noted')),
})

/** `GET /api/auth/organization/members` */
export const membersAnswer = v.strictObject({ items: v.array(member), next_cursor: nextCursor })

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

/** `DELETE /api/auth/organization` */
export const organizationClosedAnswer = v.strictObject({
  message,
  closes_at: v.pipe(v.string(), v.description('When everything is removed (RFC 3339)')),
})

/** `POST /api/auth/introspect`: a token that is good now (RFC 7662, section 2.2). */
export const activeAnswer = v.strictObject({
  ...v.omit(user, ['id', 'first_name', 'last_name', 'email_verified', 'api_key']).entries,
  active: v.literal(true),
  token_type: v.picklist(['api_key', 'Bearer']),
  sub: v.pipe(v.string(), v.description('`id` of the user')),
  iat: v.pipe(positive, v.description('When it was made, Unix time in seconds')),
  exp: v.optional(v.pipe(positive, v.description('Left out for a key without an end'))),
  jti: v.optional(v.pipe(v.string(), v.description('Of an access token alone'))),
  key_id: v.optional(v.pipe(v.string(), v.description('Of an API key: `id` in the list of keys'))),
  key_name: v.optional(v.pipe(v.string(), v.description('Of an API key: what it is called'))),
})

/** Any other one. */
export const inactiveAnswer = v.strictObject({ active: v.literal(false) })
