export type { LifeEffect, LifeEventKind, LifeStateKind } from '../src/account/life.ts'
export type { LifeRefusal } from '../src/account/life-refusals.ts'
export type { Rights } from '../src/account/may-of.ts'
export {
  type Action,
  invitingActions,
  matrix,
  memberActions,
  type Scope,
} from '../src/authorization/matrix.ts'
export type { EventKind, LoginEffect, StateKind } from '../src/login/machine-types.ts'
export { type Role, roles } from '../src/records/account.ts'
export { protections } from '../src/records/protection.ts'
export type { UnconfirmedPolicy } from '../src/settings.ts'
export {
  askLife,
  askRights,
  type LifeAnswer,
  type LifeCase,
  type LifeScenario,
  type RightsCase,
} from './account-life/ask-life.ts'
export { down } from './down.ts'
export type { FailureMode, Failures } from './failures.ts'
export {
  type Answer,
  askMachine,
  type Case,
  type Scenario,
  tenantCounts,
} from './login-flow/ask-machine.ts'
export { casesOf, type InterfaceRow, interfaceRows } from './login-flow/interface-rows.ts'
export type { FixedClock } from './memory/fixed-clock.ts'
export { createFixedClock } from './memory/fixed-clock.ts'
export type { MemoryCredentialStore } from './memory/memory-credential-store.ts'
export { createMemoryCredentialStore } from './memory/memory-credential-store.ts'
export type { MemoryKeyRing } from './memory/memory-key-ring.ts'
export { createMemoryKeyRing } from './memory/memory-key-ring.ts'
export type { MemoryMailer } from './memory/memory-mailer.ts'
export { createMemoryMailer } from './memory/memory-mailer.ts'
export type { MemoryOidcProvider } from './memory/memory-oidc-provider.ts'
export { createMemoryOidcProvider } from './memory/memory-oidc-provider.ts'
export { createMemoryPasswordBlocklist } from './memory/memory-password-blocklist.ts'
export type { MemoryPorts } from './memory/memory-ports.ts'
export { createMemoryPorts } from './memory/memory-ports.ts'
export { createMemoryRateLimiter } from './memory/memory-rate-limiter.ts'
export type { MemorySecrets, MemorySecretsOptions } from './memory/memory-secrets.ts'
export { createMemorySecrets } from './memory/memory-secrets.ts'
export { createMemorySigningKey } from './memory/memory-signing-key.ts'
export type { MemoryStoreOptions } from './memory/memory-store.ts'
export { createMemoryStore } from './memory/memory-store.ts'
export { createMemoryTokenSigner } from './memory/memory-token-signer.ts'
export {
  createTestAuth,
  type JoinOptions,
  type SignedInPerson,
  type TestAuth,
  testProvider,
} from './test-auth.ts'
export {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from './test-environment.ts'
