/** `@gatehouse/auth-core`: the use cases, as functions over ports. */
export { assertSettings } from './assert-settings.ts'
export type { AuditItem, AuditPeriod } from './audit/audit-query.ts'
export type { AuditExport, ExportAuditQuery } from './audit/export-audit.ts'
export type { AuditRead, ReadAuditQuery } from './audit/read-audit.ts'
export type { Auth } from './auth.ts'
export { createAuth } from './create-auth.ts'
export { createLiveEndings, type LiveEndings } from './endings/live-endings.ts'
export { fieldConstraints } from './field-constraints.ts'
export type {
  ActiveAccessToken,
  ActiveApiKey,
  Introspected,
  IntrospectQuery,
  TokenActive,
  TokenHolder,
  TokenInactive,
} from './introspection/introspect.ts'
export type { AcceptInvitationCommand } from './invitations/accept-invitation.ts'
export type { InvitationAccepted } from './invitations/finish-acceptance.ts'
export type { InviteCommand } from './invitations/invite.ts'
export type {
  InvitationsListed,
  ListedInvitation,
  ListInvitationsQuery,
} from './invitations/list-invitations.ts'
export type { InvitationRead, ReadInvitationQuery } from './invitations/read-invitation.ts'
export type { InvitationCommand } from './invitations/resend-invitation.ts'
export type { InvitationRevoked } from './invitations/revoke-invitation.ts'
export type { InvitationSent } from './invitations/send-invitation.ts'
export { undoAbandonedAcceptances } from './invitations/undo-acceptances.ts'
export { createJobs, type Job, type JobOptions, type JobPorts } from './jobs/create-jobs.ts'
export { createHeartbeat, type Heartbeat, type HeartbeatOptions } from './jobs/heartbeat.ts'
export { purgeExpired } from './jobs/purge-expired.ts'
export { createLiveKeyRing, type LiveKeyRing } from './keys/live-key-ring.ts'
export { createAdmission, defaultAdmissionBounds } from './limits/admission.ts'
export type { AdmissionBounds } from './limits/admission-room.ts'
export type { FinishOidcLoginCommand } from './login/finish-oidc-login.ts'
export type { ListTenantsQuery, TenantsListed } from './login/list-tenants.ts'
export type { LogInCommand } from './login/log-in.ts'
export { type OidcAttempt, oidcAttemptSeconds } from './login/oidc-attempt.ts'
export type { OidcRefused } from './login/oidc-callback.ts'
export type {
  LoggedIn,
  LoginOutcome,
  OtpRequired,
  TenantSelectionRequired,
} from './login/outcome.ts'
export type { OtpResent, ResendOtpCommand } from './login/resend-otp.ts'
export type { SelectTenantCommand } from './login/select-tenant.ts'
export type { OidcLoginStarted, StartOidcLoginCommand } from './login/start-oidc-login.ts'
export type { VerifyOtpCommand } from './login/verify-otp.ts'
export { type DeliveryReport, deliverMail } from './mail/deliver-mail.ts'
export type { ShownKey } from './me/api-keys.ts'
export type { ChangeEmailCommand, EmailChangeRequested } from './me/change-email.ts'
export type { ChangePasswordCommand, PasswordChanged } from './me/change-password.ts'
export type { ApiKeyCreated, CreateApiKeyCommand } from './me/create-api-key.ts'
export type {
  EndOtherSessionsCommand,
  EndSessionCommand,
  OtherSessionsEnded,
  SessionEnded,
} from './me/end-sessions.ts'
export type { ApiKeysListed, ListApiKeysQuery } from './me/list-api-keys.ts'
export type { ListSessionsQuery, SessionsListed } from './me/list-sessions.ts'
export type { ChangeMeCommand, MeRead, ReadMeQuery } from './me/me.ts'
export type { ApiKeyRevoked, RevokeApiKeyCommand } from './me/revoke-api-key.ts'
export type { ApiKeyRotated, RotateApiKeyCommand } from './me/rotate-api-key.ts'
export type { ChangeMemberCommand } from './members/change-member.ts'
export type { AccountDeleted, DeleteMeCommand } from './members/delete-me.ts'
export type { MemberSessionsEnded } from './members/end-member-sessions.ts'
export type { ListMembersQuery, MembersListed } from './members/list-members.ts'
export type { ListOrganizationsQuery, OrganizationsListed } from './members/list-organizations.ts'
export type { MemberCommand, MemberRead } from './members/member-command.ts'
export type { MemberRemoved } from './members/remove-member.ts'
export type {
  CloseOrganizationCommand,
  OrganizationClosed,
} from './organization/close-organization.ts'
export type {
  ChangeOrganizationCommand,
  OrganizationRead,
  ReadOrganizationQuery,
} from './organization/organization.ts'
export type {
  OrganizationReopened,
  ReopenOrganizationCommand,
} from './organization/reopen-organization.ts'
export type { ForgotPasswordCommand, ResetRequested } from './password-reset/forgot-password.ts'
export type { ReadResetQuery, ResetRead } from './password-reset/read-reset.ts'
export type { PasswordReset, ResetPasswordCommand } from './password-reset/reset-password.ts'
export { settleAbandonedResets } from './password-reset/settle-abandoned-resets.ts'
export { PortError } from './ports/port-error.ts'
export { type Account, type Membership, type Role, roles } from './records/account.ts'
export { type ClientType, clientTypes, type Requester } from './records/client.ts'
export { type MemberState, memberStateOf, memberStates } from './records/member.ts'
export type { Tenant } from './records/tenant.ts'
export type { FieldError, Refusal, Refused } from './refusal.ts'
export type { EmailVerified, VerifyEmailCommand } from './registration/email-verification.ts'
export type { ReadVerificationQuery, VerificationRead } from './registration/read-verification.ts'
export type { SignUpCommand } from './registration/registration.ts'
export type {
  ResendVerificationCommand,
  VerificationResent,
} from './registration/resend-verification.ts'
export type { SignedUp } from './registration/sign-up.ts'
export { undoReservedSignUps } from './registration/undo-reserved-sign-ups.ts'
export type { ForgetSessionCommand, SessionForgotten } from './session/forget-session.ts'
export type { KeepSessionCommand, SessionKept } from './session/keep-session.ts'
export type { LoggedOut, LogOutCommand } from './session/log-out.ts'
export type { RefreshCommand, Refreshed } from './session/refresh.ts'
export type { ResumeSessionCommand, SessionResumed } from './session/resume-session.ts'
export { type AuthSettings, defaultSettings, type EmailTrust, type Limits } from './settings.ts'
export type { AccessClaims, Authenticated, SessionStatus } from './tokens/access-claims.ts'
export { createMachineVerifier } from './tokens/machine-verifier.ts'
export { createTokenCache, type TokenCacheBounds } from './tokens/token-cache.ts'
