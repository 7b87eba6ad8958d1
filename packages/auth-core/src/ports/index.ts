/** `@gatehouse/auth-core/ports`: the ports, their error, and the records that adapters keep. */
export type { Account, AccountState, AccountStatus, Membership, Role } from '../records/account.ts'
export type { ApiKey } from '../records/api-key.ts'
export type { AuditEntry, AuditEvent, AuditKind } from '../records/audit.ts'
export type { AuditLink, AuditSeal, ChainedEntry } from '../records/audit-chain.ts'
export type { ClientType } from '../records/client.ts'
export type { Ending } from '../records/ending.ts'
export type { ExternalIdentity } from '../records/external-identity.ts'
export type { Invitation } from '../records/invitation.ts'
export type { Mail, OutboxEntry } from '../records/mail.ts'
export type { OneTimePurpose, OneTimeToken, TokenLease } from '../records/one-time-token.ts'
export type { OtpChallenge } from '../records/otp-challenge.ts'
export type { LoginProof } from '../records/proof.ts'
export type { Replica } from '../records/replica.ts'
export type { Session } from '../records/session.ts'
export type { SigningKey } from '../records/signing-key.ts'
export type { Status, Tenant } from '../records/tenant.ts'
export { type AccountSearch, isSearchedFor } from './account-search.ts'
export type {
  Admission,
  AdmissionUse,
  Entrant,
  NotAdmitted,
  PasswordAdmission,
  Turn,
} from './admission.ts'
export type { ApiKeyRepository, FoundApiKey } from './api-key-repository.ts'
export type { AuditChain } from './audit-chain.ts'
export type { AuditFilter, AuditLog } from './audit-log.ts'
export type { Clock } from './clock.ts'
export { controlCharacter } from './control-character.ts'
export type {
  CredentialStore,
  CredentialUser,
  LeasedTokenKey,
  MadeUser,
  NewTenant,
  NewUser,
  PasswordCheck,
  UserProfile,
} from './credential-store.ts'
export type { DomainToAscii } from './domain-to-ascii.ts'
export type { CheckedClaims, EndedRefusal, EndedSource } from './ended-source.ts'
export type { InvitationRepository } from './invitation-repository.ts'
export { isLoopbackHost } from './is-loopback-host.ts'
export type { KeyRingSource } from './key-ring-source.ts'
export type { Mailer, PreparedDelivery } from './mailer.ts'
export type {
  AuthorizationRequest,
  OidcAnswer,
  OidcIdentity,
  OidcProvider,
  OidcTransaction,
} from './oidc-provider.ts'
export type { OtpChallengeRepository } from './otp-challenge-repository.ts'
export {
  type FailedAttempt,
  type LeasedId,
  type LeaseLimits,
  type Outbox,
  type OutboxHorizon,
  outboxHorizon,
} from './outbox.ts'
export type { Page } from './page.ts'
export type { PasswordBlocklist } from './password-blocklist.ts'
export { NamedCause, PortError, type PortFailure, type PortName } from './port-error.ts'
export type { ClaimSubject, HostEnvironment, Ports } from './ports.ts'
export type {
  Allowance,
  CounterChange,
  Limit,
  LimitedCounter,
  LimiterStep,
  RateLimiter,
} from './rate-limiter.ts'
export type { DigestPurpose, Secrets } from './secrets.ts'
export type {
  AccountRepository,
  EndingRepository,
  ExternalIdentityRepository,
  ListedEndings,
  OneTimeTokenRepository,
  ReplicaRepository,
  SessionRepository,
  SigningKeyRepository,
  Store,
  TenantRepository,
  Transaction,
} from './store.ts'
export type { TokenPayload, TokenSigner, TokenType } from './token-signer.ts'
