import type { AuditExport, ExportAuditQuery } from './audit/export-audit.ts'
import type { AuditRead, ReadAuditQuery } from './audit/read-audit.ts'
import type { Introspected, IntrospectQuery } from './introspection/introspect.ts'
import type { InvitationUseCases } from './invitations/invitation-use-cases.ts'
import type { FinishOidcLoginCommand } from './login/finish-oidc-login.ts'
import type { ListTenantsQuery, TenantsListed } from './login/list-tenants.ts'
import type { LogInCommand } from './login/log-in.ts'
import type { OidcRefused } from './login/oidc-callback.ts'
import type { LoginOutcome } from './login/outcome.ts'
import type { OtpResent, ResendOtpCommand } from './login/resend-otp.ts'
import type { SelectTenantCommand } from './login/select-tenant.ts'
import type { OidcLoginStarted, StartOidcLoginCommand } from './login/start-oidc-login.ts'
import type { VerifyOtpCommand } from './login/verify-otp.ts'
import type { MyAccount } from './me/my-account.ts'
import type { MemberUseCases } from './members/member-use-cases.ts'
import type { OrganizationUseCases } from './organization/organization-use-cases.ts'
import type { ForgotPasswordCommand, ResetRequested } from './password-reset/forgot-password.ts'
import type { ReadResetQuery, ResetRead } from './password-reset/read-reset.ts'
import type { PasswordReset, ResetPasswordCommand } from './password-reset/reset-password.ts'
import type { Invalid, Refused } from './refusal.ts'
import type { EmailVerified, VerifyEmailCommand } from './registration/email-verification.ts'
import type { ReadVerificationQuery, VerificationRead } from './registration/read-verification.ts'
import type { SignUpCommand } from './registration/registration.ts'
import type {
  ResendVerificationCommand,
  VerificationResent,
} from './registration/resend-verification.ts'
import type { SignedUp } from './registration/sign-up.ts'
import type { KeptSessions } from './session/kept-sessions.ts'
import type { LoggedOut, LogOutCommand } from './session/log-out.ts'
import type { RefreshCommand, Refreshed } from './session/refresh.ts'
import type { AccessTokenVerifier, SessionStatus } from './tokens/access-claims.ts'

/**
 * Everything people do, one method a use case.
 *
 * A request that may not be served is refused: the outcome's `kind` is `refused`, or `invalid` where
 * fields break a rule. A command that lacks a field, or has one of another type, is `invalid` for every
 * method; callers whose types are checked cannot send one, so not every method has that outcome in its
 * type. Every method but `authenticate` rejects with a {@link PortError} when a port it
 * needs is broken. All else that is thrown is a bug.
 */
export interface Auth
  extends AccessTokenVerifier,
    InvitationUseCases,
    KeptSessions,
    MemberUseCases,
    MyAccount,
    OrganizationUseCases {
  /**
   * Makes an organization with its first user, and mails a link that confirms the address
   * (`POST /api/auth/signup`). All or nothing.
   *
   * Invalid: every field that breaks a rule. Refusals: `sign_up_closed`, `username_taken`,
   * `organization_taken`, `rate_limited`, `overloaded`.
   *
   * @throws {PortError} When the credential store fails or is too slow; nothing is left then.
   */
  signUp(command: SignUpCommand): Promise<SignedUp | Invalid | Refused>

  /**
   * Confirms an address with the token of the mail and the password of the sign-up, a new password,
   * or an access token of the account (`POST /api/auth/verify-email`). A token works once, and does
   * nothing alone. A new password replaces the API key, and closes everything that the old password
   * had opened.
   *
   * Invalid: neither a password nor an access token, or a new password that breaks a rule. Refusals:
   * `verification_token_invalid`, `invalid_credentials`, `token_invalid`, `token_expired`,
   * `session_ended`, `token_stale`, `forbidden` with the access token of another account,
   * `already_member` when another member has the new address, `rate_limited`, `overloaded`. After each
   * the token can be used again, if it was good.
   *
   * @throws {PortError} When the credential store fails; the token can be used again.
   */
  verifyEmail(command: VerifyEmailCommand): Promise<EmailVerified | Invalid | Refused>

  /**
   * Tells for which account the token of a verification mail is (`POST /api/auth/verification`).
   * Changes nothing.
   *
   * Refusals: `verification_token_invalid`, `rate_limited`.
   */
  readVerification(query: ReadVerificationQuery): Promise<VerificationRead | Refused>

  /**
   * Mails another link that confirms the address of the access token's account (`POST
   * /api/auth/resend-verification`), unless the address is confirmed already.
   *
   * Refusals: `token_invalid`, `token_expired`, `session_ended`, `token_stale`, `rate_limited`.
   */
  resendVerification(command: ResendVerificationCommand): Promise<VerificationResent | Refused>

  /**
   * Logs in with email and password (`POST /api/auth/login`): enters the one organization that took
   * the password, asks for a one-time code there, or offers several to choose from.
   *
   * Refusals: `invalid_credentials` whatever is wrong, `rate_limited`, `overloaded`,
   * `mail_unavailable`.
   *
   * @throws {PortError} When the credential store cannot be asked; the attempt does not count then.
   */
  logIn(command: LogInCommand): Promise<LoginOutcome>

  /**
   * Makes the authorization request for a login at a provider (`GET /api/auth/oidc/<provider>`).
   *
   * Refusals: `rate_limited`.
   *
   * @throws {PortError} `oidc_provider` while the provider is unknown and does not answer.
   * @throws {TypeError} For a name that is not in `Ports.oidcProviders`: a mistake in the caller.
   */
  startOidcLogin(command: StartOidcLoginCommand): Promise<OidcLoginStarted | Refused>

  /**
   * Logs in with what a provider's callback brings
   * (`GET /api/auth/oidc/<provider>/callback`). Accepts the invitations of the address, and matches it
   * with existing accounts. Without an invitation it never makes one.
   *
   * Refusals: `oidc_expired`, `oidc_cancelled`, `oidc_rejected`, `oidc_no_account`, `rate_limited`,
   * `overloaded`.
   *
   * @throws {PortError} When the provider does not answer, or the credential store when an account is
   *   to be claimed or made.
   */
  finishOidcLogin(command: FinishOidcLoginCommand): Promise<LoginOutcome | OidcRefused>

  /**
   * The organizations that a session token still opens (`POST /api/auth/tenants`).
   *
   * Refusals: `session_token_invalid`, `rate_limited`.
   */
  listTenants(query: ListTenantsQuery): Promise<TenantsListed | Refused>

  /**
   * Enters one of the organizations that a session token opens (`POST /api/auth/select-tenant`), during a
   * login, or later to switch.
   *
   * Refusals: `session_token_invalid`, `tenant_not_offered`, `rate_limited`, `mail_unavailable`.
   */
  selectTenant(command: SelectTenantCommand): Promise<LoginOutcome>

  /**
   * Finishes a login with the one-time code of the mail (`POST /api/auth/verify-otp`). A code works
   * once.
   *
   * Refusals: `otp_invalid` whatever is wrong, `rate_limited`.
   */
  verifyOtp(command: VerifyOtpCommand): Promise<LoginOutcome>

  /**
   * Mails the pending one-time code again (`POST /api/auth/resend-otp`): the same code, with the time and
   * guesses that it has left.
   *
   * Refusals: `session_token_invalid`, `otp_invalid` when no code is pending, `rate_limited`,
   * `mail_unavailable`.
   */
  resendOtp(command: ResendOtpCommand): Promise<OtpResent | Refused>

  /**
   * Issues a new access token for the session of an access token that has not expired (`POST
   * /api/auth/refresh`). It carries the rights that the account has now.
   *
   * Refusals: `token_invalid`, `token_expired`, `session_ended`, `rate_limited`.
   */
  refresh(command: RefreshCommand): Promise<Refreshed | Refused>

  /**
   * Ends the session of an access token (`POST /api/auth/logout`), and the session tokens of its
   * login. The token itself stays valid until it expires, unless `logoutEndsTokens` is set. Repeating
   * it is harmless.
   *
   * Refusals: `token_invalid`, `token_expired`, `rate_limited`.
   */
  logOut(command: LogOutCommand): Promise<LoggedOut | Refused>

  /**
   * Mails a link to set a new password for each account of an address
   * (`POST /api/auth/forgot-password`). The outcome does not tell whether there is one.
   *
   * Refusals: `rate_limited`.
   */
  forgotPassword(command: ForgotPasswordCommand): Promise<ResetRequested | Refused>

  /**
   * Tells for which account the token of a reset mail is (`POST /api/auth/password-reset`). Changes nothing.
   *
   * Refusals: `reset_token_invalid`, `rate_limited`.
   */
  readReset(query: ReadResetQuery): Promise<ResetRead | Refused>

  /**
   * Sets a new password with the token of the mail (`POST /api/auth/reset-password`), and closes
   * everything that the old one had opened. A token works once.
   *
   * Invalid: `newPassword` breaks a rule; the token can be used again. Refusals:
   * `reset_token_invalid`, `rate_limited`, `overloaded`.
   *
   * @throws {PortError} When the credential store cannot set it; the token can be used again.
   */
  resetPassword(command: ResetPasswordCommand): Promise<PasswordReset | Invalid | Refused>

  /**
   * A page of the audit log (`GET /api/auth/audit`), for the administrators of an organization: their
   * own; for a `super_admin` another one, or all.
   *
   * Invalid: every field that breaks a rule. Refusals: `token_invalid`, `token_expired`,
   * `session_ended`, `token_stale`, `forbidden`, `not_found`, `rate_limited`.
   */
  readAudit(query: ReadAuditQuery): Promise<AuditRead | Invalid | Refused>

  /**
   * Exports all pages of the audit log (`GET /api/auth/audit` as `application/jsonl`). The export is recorded
   * in the log itself.
   *
   * Invalid, refusals: as for reading.
   */
  exportAudit(query: ExportAuditQuery): Promise<AuditExport | Invalid | Refused>

  /**
   * Tells a backend whether an API key or an access token leads to machines now, and whose it is
   * (`POST /api/auth/introspect`, RFC 7662). What ends a key ends it at once. Notes its use.
   *
   * Refusals: `not_found` while `introspectionSecret` is empty, `token_invalid` for another one,
   * `rate_limited` for too many of those.
   */
  introspect(query: IntrospectQuery): Promise<Introspected>

  /**
   * Returns the status of sessions by their ids (`sid`), for connections that outlive one token. Unknown
   * sessions are left out.
   */
  checkSessions(ids: readonly string[]): Promise<ReadonlyMap<string, SessionStatus>>
}
