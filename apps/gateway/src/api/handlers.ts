import type { Auth, Requester } from '@gatehouse/auth-core'
import type * as v from 'valibot'
import type { ParametersIn } from './operation.ts'
import type { OperationName, operations } from './operations.ts'

/** What a route hands on beside its body. */
export interface Call<Path = unknown, Query = unknown> {
  /** Who asks. */
  readonly from: Requester
  /** From `Authorization`; empty where there is none. */
  readonly token: string
  /** The organization that the path names; `undefined` where it names none. */
  readonly tenantId: string | undefined
  /** The parameters of the path, decoded. */
  readonly path: Path
  /** The query as its schema gives it. */
  readonly query: Query
}

type OutputOf<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined

type Table = typeof operations

type Body<Name extends OperationName> = Table[Name] extends { readonly body: infer Schema }
  ? OutputOf<Schema>
  : undefined

type QueryOf<Name extends OperationName> = Table[Name] extends { readonly query: infer Schema }
  ? OutputOf<Schema>
  : undefined

type PathOf<Name extends OperationName> = Readonly<
  Record<ParametersIn<Table[Name]['path']>, string>
>

/** One use case for each operation. */
export type Handlers = {
  readonly [Name in OperationName]: (
    body: Body<Name>,
    call: Call<PathOf<Name>, QueryOf<Name>>,
  ) => ReturnType<Auth[Name]>
}

/** Turns the wire's words into commands; decides nothing. */
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
    forgotPassword: ({ email }, { from }) => auth.forgotPassword({ email, from }),
    resetPassword: (body, { from }) =>
      auth.resetPassword({
        resetToken: body.reset_token,
        newPassword: body.new_password,
        from,
      }),
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
  }
}
