import type {
  Acceptance,
  InvitationAnswer,
  ResetAnswer,
  Verification,
  VerificationAnswer,
} from './account-wire.ts'
import { type CallResult, call } from './call.ts'
import type {
  LoginAnswer,
  Machine,
  OtpAnswer,
  RefreshAnswer,
  TenantEntry,
  TokenAnswer,
} from './wire.ts'

/** A sign-up, in the wire's words. */
export interface SignUp {
  /** The username to use; unique in the whole service. */
  readonly username: string
  /** Gets the link that confirms it. */
  readonly email: string
  /** The password as typed. Secret. */
  readonly password: string
  /** First name, for mails and pages. */
  readonly first_name: string
  /** Last name, for mails and pages. */
  readonly last_name: string
  /** The name of the organization, from which its id is made: lower case, spaces replaced by hyphens. */
  readonly organization_name: string
  /** The display name of the organization. */
  readonly company_name: string
}

/** The account that a sign-up made. */
export interface SignUpAnswer {
  /** The id of the account. */
  readonly user_id: string
}

const post = <Value>(route: string, body: unknown): Promise<CallResult<Value>> =>
  call<Value>(`/api/auth/${route}`, { body })

const keptSession = '/api/auth/kept-session'

/** The routes for signing in and for staying signed in. They never reject. */
export const service = {
  logIn: (email: string, password: string) => post<LoginAnswer>('login', { email, password }),
  selectTenant: (session_token: string, tenant_id: string) =>
    post<LoginAnswer>('select-tenant', { session_token, tenant_id }),
  /** Lists the organizations of a session token. After a provider's login the page has only this token. */
  listTenants: (session_token: string) =>
    post<{ readonly tenants: readonly TenantEntry[] }>('tenants', { session_token }),
  verifyOtp: (body: {
    readonly username: string
    readonly otp_code: string
    readonly session_token?: string
  }) => post<TokenAnswer>('verify-otp', body),
  resendOtp: (session_token: string) => post<OtpAnswer>('resend-otp', { session_token }),
  refresh: (token: string) => post<RefreshAnswer>('refresh', { token }),
  logOut: (token: string) => call<unknown>('/api/auth/logout', { token, outlivesPage: true }),
  /** Ends one of the sessions of an account, by a token of another. */
  endSession: (token: string, id: string) =>
    call<unknown>(`/api/auth/sessions/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      token,
      outlivesPage: true,
    }),
  /** Lets the browser keep the session, by a cookie that no script reads. */
  keepSession: (token: string) => call<unknown>(keptSession, { token, hasCookie: true }),
  /** Takes up the session that the browser keeps. */
  resumeSession: () => call<RefreshAnswer>(`${keptSession}/resume`, { hasCookie: true }),
  /** Ends the session that the browser keeps. */
  forgetSession: () =>
    call<unknown>(keptSession, { method: 'DELETE', hasCookie: true, outlivesPage: true }),
  signUp: (fields: SignUp) => post<SignUpAnswer>('signup', fields),
  /** What a link would confirm; changes nothing. */
  readVerification: (token: string) => post<VerificationAnswer>('verification', { token }),
  /** @param bearer The access token of the account, if this tab is signed in to it. */
  verifyEmail: (body: Verification, bearer?: string) =>
    call<unknown>('/api/auth/verify-email', { body, ...(bearer && { token: bearer }) }),
  readInvitation: (token: string) => post<InvitationAnswer>('invitation', { token }),
  acceptInvitation: (body: Acceptance) => post<unknown>('accept-invitation', body),
  reopenOrganization: (token: string) => post<unknown>('reopen-organization', { token }),
  forgotPassword: (email: string) => post<unknown>('forgot-password', { email }),
  /** Whose password a link sets; changes nothing. */
  readReset: (reset_token: string) => post<ResetAnswer>('password-reset', { reset_token }),
  resetPassword: (reset_token: string, new_password: string) =>
    post<unknown>('reset-password', { reset_token, new_password }),
  async machines(token: string): Promise<CallResult<readonly Machine[]>> {
    const answer = await call<unknown>('/api/machines', { method: 'GET', token })
    return answer.ok ? { ok: true, value: readMachines(answer.value) } : answer
  },
} as const

/**
 * Reads the answer of any backend: every entry with an id is a machine; without a name, the id is its name.
 */
export function readMachines(answer: unknown): readonly Machine[] {
  const { machines } = Object(answer) as { readonly machines?: unknown }
  const entries: readonly unknown[] = Array.isArray(machines) ? machines : []
  return entries.flatMap((entry) => {
    const { id, name, os, status } = Object(entry) as Readonly<Record<string, unknown>>
    if (typeof id !== 'string' || id === '') return []
    return {
      id,
      name: typeof name === 'string' && name !== '' ? name : id,
      ...(typeof os === 'string' && { os }),
      ...(typeof status === 'string' && { status }),
    }
  })
}
