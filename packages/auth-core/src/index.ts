export { type Auth, createAuth } from './create-auth.ts'
export type { DomainToAscii, EmailAddress } from './identity/email-address.ts'
export { createJobs, type Job, type JobOptions, type JobPorts } from './jobs/create-jobs.ts'
export { createHeartbeat, type Heartbeat, type HeartbeatOptions } from './jobs/heartbeat.ts'
export { purgeExpired } from './jobs/purge-expired.ts'
export {
  type KeyState,
  keyAcceptedUntil,
  keyState,
  lastRevocation,
  propagationLeft,
} from './keys/key-ring.ts'
export { createLiveKeyRing, type LiveKeyRing } from './keys/live-key-ring.ts'
export {
  type ForcedRotationPreview,
  previewForcedRotation,
} from './keys/preview-forced-rotation.ts'
export {
  forceKeyRotation,
  type RotationSettings,
  rotationPolicy,
} from './keys/rotate-keys.ts'
export { unreachable } from './lib/unreachable.ts'
export type { FinishOidcLoginCommand } from './login/finish-oidc-login.ts'
export type { ListTenantsQuery, TenantsListed } from './login/list-tenants.ts'
export type { LogInCommand } from './login/log-in.ts'
export { type OidcAttempt, oidcAttemptSeconds } from './login/oidc-attempt.ts'
export type { OidcRefused } from './login/oidc-callback.ts'
export type { Guesser, OtpChallenge } from './login/otp.ts'
export type {
  LoggedIn,
  LoginOutcome,
  OtpRequired,
  TenantSelectionRequired,
} from './login/outcome.ts'
export type { EmailTrust } from './login/provider-email.ts'
export type { OtpResent, ResendOtpCommand } from './login/resend-otp.ts'
export type { SelectTenantCommand } from './login/select-tenant.ts'
export type { OidcLoginStarted, StartOidcLoginCommand } from './login/start-oidc-login.ts'
export type { VerifyOtpCommand } from './login/verify-otp.ts'
export { type DeliveryReport, deliverMail } from './mail/deliver-mail.ts'
export type { DeliveryPorts } from './mail/deliver-one.ts'
export type {
  ChangeOrganizationCommand,
  OrganizationRead,
  ReadOrganizationQuery,
} from './organization/organization.ts'
export type { ForgotPasswordCommand, ResetRequested } from './password-reset/forgot-password.ts'
export type { PasswordReset, ResetPasswordCommand } from './password-reset/reset-password.ts'
export { settleAbandonedResets } from './password-reset/settle-abandoned-resets.ts'
export type { PortFailure, PortName } from './port-error.ts'
export { PortError } from './port-error.ts'
export type { Clock } from './ports/clock.ts'
export type {
  CredentialStore,
  CredentialUser,
  NewTenant,
  NewUser,
  PasswordCheck,
} from './ports/credential-store.ts'
export type { Ports } from './ports/index.ts'
export type { KeyRingSource } from './ports/key-ring-source.ts'
export type { Mailer, PreparedDelivery } from './ports/mailer.ts'
export type {
  AuthorizationRequest,
  OidcAnswer,
  OidcIdentity,
  OidcProvider,
  OidcTransaction,
} from './ports/oidc-provider.ts'
export type { PasswordBlocklist } from './ports/password-blocklist.ts'
export type { Allowance, Limit, RateLimiter } from './ports/rate-limiter.ts'
export type { DigestPurpose, Secrets } from './ports/secrets.ts'
export type {
  AccountRepository,
  AuditLog,
  ExternalIdentityRepository,
  LeaseLimits,
  OneTimeTokenRepository,
  OtpChallengeRepository,
  Outbox,
  Page,
  ReplicaRepository,
  SessionRepository,
  SigningKeyRepository,
  Store,
  TenantRepository,
  Transaction,
} from './ports/store.ts'
export type { TokenPayload, TokenSigner, TokenType } from './ports/token-signer.ts'
export type {
  Account,
  AccountStatus,
  Membership,
  Role,
  Status,
  Tenant,
} from './records/account.ts'
export { roles } from './records/account.ts'
export type { AuditEvent, AuditKind } from './records/audit.ts'
export type { ClientType, Requester } from './records/client.ts'
export { clientTypes } from './records/client.ts'
export type { ExternalIdentity } from './records/external-identity.ts'
export type { Mail, OutboxEntry } from './records/mail.ts'
export type { OneTimePurpose, OneTimeToken, TokenLease } from './records/one-time-token.ts'
export type { AuthenticationMethod, LoginProof, ProvenAccount } from './records/proof.ts'
export type { Replica } from './records/replica.ts'
export type { Session } from './records/session.ts'
export type { SigningKey } from './records/signing-key.ts'
export type { FieldError, Invalid, Refusal, Refused } from './refusal.ts'
export type {
  AccountsImport,
  ImportConflict,
  ImportedUser,
  UserToImport,
} from './registration/import-accounts.ts'
export { importAccounts } from './registration/import-accounts.ts'
export type {
  OrganizationImport,
  OrganizationImported,
} from './registration/import-organization.ts'
export { importOrganization, isImported } from './registration/import-organization.ts'
export type { SignUpCommand } from './registration/registration.ts'
export { type CredentialReplacement, replaceCredential } from './registration/replace-credential.ts'
export { reservationSeconds } from './registration/reservation.ts'
export type { SignedUp } from './registration/sign-up.ts'
export { undoReservedSignUps } from './registration/undo-reserved-sign-ups.ts'
export type { EmailVerified, VerifyEmailCommand } from './registration/verify-email.ts'
export type { AccessClaims, Authenticated, SessionStatus } from './session/access-claims.ts'
export type { LoggedOut, LogOutCommand } from './session/log-out.ts'
export type { RefreshCommand, Refreshed } from './session/refresh.ts'
export {
  createTokenCache,
  defaultTokenCacheBounds,
  type TokenCacheBounds,
  type TokenCacheOptions,
} from './session/token-cache.ts'
export type { VerificationPeriod, VerifiedToken } from './session/verified-token.ts'
export { type AuthSettings, defaultSettings, type Limits } from './settings.ts'
