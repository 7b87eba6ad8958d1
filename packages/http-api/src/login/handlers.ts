import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import type { loginOperations } from './operations.ts'

type LoginOperationName = keyof typeof loginOperations

/** Turns the requests of a login into commands of the core; makes no decisions. */
export function createLoginHandlers(
  auth: Pick<Auth, LoginOperationName>,
): Pick<Handlers, LoginOperationName> {
  return {
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
  }
}
