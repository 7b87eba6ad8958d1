import type { Auth } from '@gatehouse/auth-core'
import type { Handlers } from '../operations/handler.ts'
import type { registrationOperations } from './operations.ts'

type RegistrationOperationName = keyof typeof registrationOperations

/** Turns requests to make an account, or to confirm its address, into commands of the core; makes no decisions. */
export function createRegistrationHandlers(
  auth: Pick<Auth, RegistrationOperationName>,
): Pick<Handlers, RegistrationOperationName> {
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
  }
}
