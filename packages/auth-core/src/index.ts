export type { Account, Membership, Role, Standing, Tenant } from './account.ts'
export { roles } from './account.ts'
export type { AuditEvent, AuditKind } from './audit.ts'
export type { ClientType, Requester } from './client.ts'
export { clientTypes } from './client.ts'
export type { SigningKey } from './keys/signing-key.ts'
export type { Guesser, OtpChallenge } from './login/otp.ts'
export type { AuthenticationMethod, LoginProof, ProvenAccount } from './login/proof.ts'
export type { Mail, OutboxEntry } from './mail/mail.ts'
export type { OneTimePurpose, OneTimeToken } from './one-time-token.ts'
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
export type { Mailer } from './ports/mailer.ts'
export type { PasswordBlocklist } from './ports/password-blocklist.ts'
export type { Allowance, Limit, RateLimiter } from './ports/rate-limiter.ts'
export type { DigestPurpose, Secrets } from './ports/secrets.ts'
export type {
  AccountRepository,
  AuditLog,
  OneTimeTokenRepository,
  OtpChallengeRepository,
  Outbox,
  SessionRepository,
  SigningKeyRepository,
  Store,
  TenantRepository,
  Transaction,
} from './ports/store.ts'
export type { TokenPayload, TokenSigner, TokenType } from './ports/token-signer.ts'
export type { FieldError, Invalid, Refusal, Refused } from './refusal.ts'
export type { AccessClaims, Authenticated, SessionStatus } from './session/access-claims.ts'
export type { Session } from './session/session.ts'
export { unreachable } from './unreachable.ts'
