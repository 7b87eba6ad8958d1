import { type FinishOidcLoginCommand, finishOidcLogin } from './login/finish-oidc-login.ts'
import { type ListTenantsQuery, listTenants, type TenantsListed } from './login/list-tenants.ts'
import { type LogInCommand, logIn } from './login/log-in.ts'
import type { OidcRefused } from './login/oidc-callback.ts'
import type { LoginOutcome } from './login/outcome.ts'
import { type OtpResent, type ResendOtpCommand, resendOtp } from './login/resend-otp.ts'
import { type SelectTenantCommand, selectTenant } from './login/select-tenant.ts'
import {
  type OidcLoginStarted,
  type StartOidcLoginCommand,
  startOidcLogin,
} from './login/start-oidc-login.ts'
import { type VerifyOtpCommand, verifyOtp } from './login/verify-otp.ts'
import {
  type ChangeOrganizationCommand,
  changeOrganization,
  type OrganizationRead,
  type ReadOrganizationQuery,
  readOrganization,
} from './organization/organization.ts'
import {
  type ForgotPasswordCommand,
  forgotPassword,
  type ResetRequested,
} from './password-reset/forgot-password.ts'
import {
  type PasswordReset,
  type ResetPasswordCommand,
  resetPassword,
} from './password-reset/reset-password.ts'
import type { Ports } from './ports/index.ts'
import type { Invalid, Refused } from './refusal.ts'
import type { SignUpCommand } from './registration/registration.ts'
import { type SignedUp, signUp } from './registration/sign-up.ts'
import {
  type EmailVerified,
  type VerifyEmailCommand,
  verifyEmail,
} from './registration/verify-email.ts'
import { checkSessions } from './session/check-sessions.ts'
import { type LoggedOut, type LogOutCommand, logOut } from './session/log-out.ts'
import { type RefreshCommand, type Refreshed, refresh } from './session/refresh.ts'
import type { AuthSettings } from './settings.ts'
import type { Authenticated, SessionStatus } from './tokens/access-claims.ts'
import { authenticate, verificationPeriod, verifyAccessToken } from './tokens/access-token.ts'
import type { VerificationPeriod, VerifiedToken } from './tokens/verified-token.ts'

/** Everything people do, by name. Each is described where it is written. */
export interface Auth {
  signUp(command: SignUpCommand): Promise<SignedUp | Invalid | Refused>
  verifyEmail(command: VerifyEmailCommand): Promise<EmailVerified | Refused>
  logIn(command: LogInCommand): Promise<LoginOutcome>
  startOidcLogin(command: StartOidcLoginCommand): Promise<OidcLoginStarted | Refused>
  finishOidcLogin(command: FinishOidcLoginCommand): Promise<LoginOutcome | OidcRefused>
  listTenants(query: ListTenantsQuery): Promise<TenantsListed | Refused>
  selectTenant(command: SelectTenantCommand): Promise<LoginOutcome>
  verifyOtp(command: VerifyOtpCommand): Promise<LoginOutcome>
  resendOtp(command: ResendOtpCommand): Promise<OtpResent | Refused>
  refresh(command: RefreshCommand): Promise<Refreshed | Refused>
  logOut(command: LogOutCommand): Promise<LoggedOut | Refused>
  forgotPassword(command: ForgotPasswordCommand): Promise<ResetRequested | Refused>
  resetPassword(command: ResetPasswordCommand): Promise<PasswordReset | Invalid | Refused>
  readOrganization(query: ReadOrganizationQuery): Promise<OrganizationRead | Refused>
  changeOrganization(command: ChangeOrganizationCommand): Promise<OrganizationRead | Refused>
  /** Judges an access token at a moment; reads no store. */
  authenticate(token: string, at: Date): Authenticated | Refused
  /** The part of that which stays true for a while, for whoever is asked about a token often. */
  verifyToken(token: string, at: Date): VerifiedToken | null
  /** For how long it stays true. */
  verificationPeriod(at: Date): VerificationPeriod
  /** How sessions (`sid`) stand now, for connections that outlive one token. */
  checkSessions(ids: readonly string[]): Promise<ReadonlyMap<string, SessionStatus>>
}

/** Binds every use case to the ports it works through and the operator's settings. */
export function createAuth(ports: Ports, settings: AuthSettings): Auth {
  return {
    signUp: (command) => signUp(ports, settings, command),
    verifyEmail: (command) => verifyEmail(ports, settings, command),
    logIn: (command) => logIn(ports, settings, command),
    startOidcLogin: (command) => startOidcLogin(ports, settings, command),
    finishOidcLogin: (command) => finishOidcLogin(ports, settings, command),
    listTenants: (query) => listTenants(ports, settings, query),
    selectTenant: (command) => selectTenant(ports, settings, command),
    verifyOtp: (command) => verifyOtp(ports, settings, command),
    resendOtp: (command) => resendOtp(ports, settings, command),
    refresh: (command) => refresh(ports, settings, command),
    logOut: (command) => logOut(ports, settings, command),
    forgotPassword: (command) => forgotPassword(ports, settings, command),
    resetPassword: (command) => resetPassword(ports, settings, command),
    readOrganization: (query) => readOrganization(ports, settings, query),
    changeOrganization: (command) => changeOrganization(ports, settings, command),
    authenticate: (token, at) => authenticate(ports, settings, { token, at }),
    verifyToken: (token, at) => verifyAccessToken(ports, settings, { token, at }),
    verificationPeriod: (at) => verificationPeriod(ports, settings, at),
    checkSessions: (ids) => checkSessions(ports, settings, ids),
  }
}
