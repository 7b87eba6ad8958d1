/** What the auth routes take, in the wire's words. The same schemas make the OpenAPI document. */
import { fieldConstraints } from '@gatehouse/auth-core'
import * as v from 'valibot'
import { email, groups, limit, name, newPassword, number, password, text } from './request-parts.ts'

const tokenText = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(16_384), v.description(description))

/** `POST /api/auth/signup` */
export const signUpBody = v.strictObject({
  username: text(
    '3 to 50 characters of a-z, 0-9, ".", "_" and "-"; unique over all organizations',
    fieldConstraints.username,
  ),
  email: email('A valid email address'),
  password: newPassword('At least 8 characters, not a common password'),
  first_name: name('1 to 100 characters'),
  last_name: name('1 to 100 characters'),
  organization_name: text(
    'Becomes the tenant id: lower case, spaces replaced by hyphens',
    fieldConstraints.organizationName,
  ),
  company_name: name('What the organization is called'),
})

/** `POST /api/auth/login` */
export const loginBody = v.strictObject({
  email: text('The address of the account'),
  password: password('The password'),
})

/** `POST /api/auth/tenants` */
export const listTenantsBody = v.strictObject({
  session_token: tokenText('As the workspace picker got it'),
})

/** `POST /api/auth/select-tenant` */
export const selectTenantBody = v.strictObject({
  session_token: tokenText('From login or from any full token answer'),
  tenant_id: text('One of the offered tenants'),
})

/** `POST /api/auth/verify-otp` */
export const verifyOtpBody = v.strictObject({
  username: text('The username of the code request'),
  otp_code: v.pipe(
    v.string(),
    v.regex(/^[0-9]{6}$/),
    v.description('Exactly 6 digits, from the mail'),
  ),
  session_token: v.optional(
    tokenText('From the same login; guesses without it have a smaller budget of their own'),
  ),
})

/** `POST /api/auth/resend-otp` */
export const resendOtpBody = v.strictObject({
  session_token: tokenText('From the login that waits for the code'),
})

/** `POST /api/auth/refresh` */
export const refreshBody = v.strictObject({
  token: tokenText('The current access token, not expired'),
})

/** `POST /api/auth/introspect` (RFC 7662, section 2.1) */
export const introspectBody = v.strictObject({
  token: tokenText('An API key or an access token'),
  token_type_hint: v.optional(text('Not needed, and not looked at')),
})

/** `POST /api/auth/forgot-password` */
export const forgotPasswordBody = v.strictObject({
  email: text('Any address; the answer does not tell whether there is an account'),
})

/** `POST /api/auth/reset-password` */
export const resetPasswordBody = v.strictObject({
  reset_token: tokenText('From the reset mail; good for 30 minutes, once'),
  new_password: newPassword('The rules of sign-up'),
})

/** `POST /api/auth/password-reset` */
export const readResetBody = v.strictObject({
  reset_token: tokenText('From the mail'),
})

/** `POST /api/auth/verify-email` */
export const verifyEmailBody = v.strictObject({
  token: tokenText('From the verification mail; does nothing alone'),
  password: v.optional(password('The password of the sign-up: nothing but the address changes')),
  new_password: v.optional(
    newPassword(
      'Replaces the password, ends all sessions and replaces the API key; rules of sign-up',
    ),
  ),
})

/** `POST /api/auth/verification` */
export const readVerificationBody = v.strictObject({
  token: tokenText('From the verification mail'),
})

/** `DELETE /api/auth/organization` */
export const closeOrganizationBody = v.strictObject({
  confirm: text('The name of the organization, as it is shown'),
})

/** `POST /api/auth/reopen-organization` */
export const reopenOrganizationBody = v.strictObject({
  token: tokenText('From the mail about the organization that was closed'),
})

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
