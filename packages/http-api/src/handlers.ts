import type { Auth } from '@gatehouse/auth-core'
import { auditQueryOf } from './audit/audit.ts'
import type { Handlers } from './handler.ts'
import { createInvitationHandlers } from './invitations/handlers.ts'
import { createMeHandlers } from './me/handlers.ts'
import { createMemberHandlers } from './members/handlers.ts'
import type { OperationName } from './operations.ts'

function createKeptHandlers(auth: Pick<Auth, OperationName>) {
  return {
    keepSession: (_, { token, from }) => auth.keepSession({ token, from }),
    resumeSession: (_, { keptToken, from }) => auth.resumeSession({ keptToken, from }),
    forgetSession: (_, { keptToken, from }) => auth.forgetSession({ keptToken, from }),
  } satisfies Partial<Handlers>
}

function createResetHandlers(auth: Pick<Auth, OperationName>) {
  return {
    forgotPassword: ({ email }, { from }) => auth.forgotPassword({ email, from }),
    readReset: (body, { from }) => auth.readReset({ resetToken: body.reset_token, from }),
    resetPassword: (body, { from }) =>
      auth.resetPassword({
        resetToken: body.reset_token,
        newPassword: body.new_password,
        from,
      }),
  } satisfies Partial<Handlers>
}

/** Turns requests into commands of the core; makes no decisions. */
export function createHandlers(auth: Pick<Auth, OperationName>): Handlers {
  return {
    signUp: (body, { from }) =>
      auth.signUp({
        username: body.username,
        email: body.email,
        password: body.password,
        firstName: body.first_name,
        lastName: body.last_name,
        organizationName: body.organization_name,
        companyName: body.company_name,
        from,
      }),
    verifyEmail: ({ token, password, new_password }, { token: accessToken, from }) =>
      auth.verifyEmail({
        token,
        password,
        newPassword: new_password,
        accessToken: accessToken === '' ? undefined : accessToken,
        from,
      }),
    readVerification: ({ token }, { from }) => auth.readVerification({ token, from }),
    resendVerification: (_, { token, from }) => auth.resendVerification({ token, from }),
    logIn: ({ email, password }, { from }) => auth.logIn({ email, password, from }),
    listTenants: (body, { from }) => auth.listTenants({ sessionToken: body.session_token, from }),
    selectTenant: (body, { from }) =>
      auth.selectTenant({ sessionToken: body.session_token, tenantId: body.tenant_id, from }),
    verifyOtp: (body, { from }) =>
      auth.verifyOtp({
        username: body.username,
        code: body.otp_code,
        sessionToken: body.session_token,
        from,
      }),
    resendOtp: (body, { from }) => auth.resendOtp({ sessionToken: body.session_token, from }),
    refresh: ({ token }, { from }) => auth.refresh({ token, from }),
    logOut: (_, { token, from }) => auth.logOut({ token, from }),
    ...createKeptHandlers(auth),
    ...createResetHandlers(auth),
    readOrganization: (_, { token, tenantId, from }) =>
      auth.readOrganization({ token, tenantId, from }),
    changeOrganization: (body, { token, tenantId, from }) =>
      auth.changeOrganization({
        token,
        tenantId,
        name: body.name,
        otpEnabled: body.otp_enabled,
        otpExemptClients: body.otp_exempt_clients,
        maxSessionDays: body.max_session_days,
        from,
      }),
    ...createMemberHandlers(auth),
    ...createInvitationHandlers(auth),
    ...createMeHandlers(auth),
    introspect: ({ token }, { token: secret, from }) => auth.introspect({ token, secret, from }),
    readAudit: (_, { token, tenantId, from, query: { cursor, limit, ...filter } }) =>
      auth.readAudit({ ...auditQueryOf(filter), token, tenantId, cursor, limit, from }),
    closeOrganization: ({ confirm }, { token, tenantId, from }) =>
      auth.closeOrganization({ token, tenantId, confirm, from }),
    reopenOrganization: ({ token }, { from }) => auth.reopenOrganization({ token, from }),
  }
}
