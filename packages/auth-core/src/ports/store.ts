import type { Account, AccountStatus, Membership } from '../records/account.ts'
import type { Ending } from '../records/ending.ts'
import type { ExternalIdentity } from '../records/external-identity.ts'
import type { OneTimePurpose, OneTimeToken } from '../records/one-time-token.ts'
import type { Replica } from '../records/replica.ts'
import type { Session } from '../records/session.ts'
import type { SigningKey } from '../records/signing-key.ts'
import type { Tenant } from '../records/tenant.ts'
import type { AccountSearch } from './account-search.ts'
import type { ApiKeyRepository } from './api-key-repository.ts'
import type { AuditChain } from './audit-chain.ts'
import type { AuditLog } from './audit-log.ts'
import type { InvitationRepository } from './invitation-repository.ts'
import type { OtpChallengeRepository } from './otp-challenge-repository.ts'
import type { Outbox } from './outbox.ts'
import type { Page } from './page.ts'

/**
 * Our own records. Everything that must change together changes in one transaction.
 *
 * All methods here and below throw a {@link PortError} `store` when the database cannot do its
 * work; the transaction has then had no effect.
 *
 * Contract: `storeContract` in `@gatehouse/auth-core/contracts`.
 */
export interface Store {
  /**
   * Runs `work` in one serializable transaction: concurrent transactions have the effect of running one after
   * the other, in some order. Commits and returns the result of `work`; if it throws, everything is undone.
   *
   * @param work Reads and writes only through `tx`, awaits nothing else, and has no other effect: it may run
   * more than once.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>

  /** Resolves when the database answers. */
  checkReady(): Promise<void>
}

/** The repositories of one transaction. Must not be used after its end. */
export interface Transaction {
  /** Organizations. */
  readonly tenants: TenantRepository
  /** The accounts of people in organizations. */
  readonly accounts: AccountRepository
  /** The identities at providers, and the accounts that they open. */
  readonly externalIdentities: ExternalIdentityRepository
  /** One-time codes that are pending. */
  readonly otpChallenges: OtpChallengeRepository
  /** Tokens that were sent in mails. */
  readonly oneTimeTokens: OneTimeTokenRepository
  /** Invitations that were not accepted yet. */
  readonly invitations: InvitationRepository
  /** Sessions, which continue through refreshes. */
  readonly sessions: SessionRepository
  /** The further keys of machine agents. */
  readonly apiKeys: ApiKeyRepository
  /** Endings of sessions and logins whose tokens have not expired. */
  readonly endings: EndingRepository
  /** The keys that sign tokens. */
  readonly signingKeys: SigningKeyRepository
  /** The processes that serve. */
  readonly replicas: ReplicaRepository
  /** Mails that wait for delivery. */
  readonly outbox: Outbox
  /** The audit log. */
  readonly auditLog: AuditLog
  /** The chain of the audit log, which reveals changes to it. */
  readonly auditChain: AuditChain
}

/** Stores organizations, each with a unique id. */
export interface TenantRepository {
  /** Stores a new tenant. @returns `false`, without a change, when the id is taken. */
  insert(tenant: Tenant): Promise<boolean>
  /** The tenant of this id, in any status. */
  find(id: string): Promise<Tenant | undefined>
  /** Replaces the record of the same id; without one, nothing. */
  update(tenant: Tenant): Promise<void>
  /** Removes the tenant and all its accounts with everything that belongs to them. */
  remove(id: string): Promise<void>
  /** Tenants still `reserved` that were made before this moment, oldest first. */
  findReservedBefore(moment: Date): Promise<readonly Tenant[]>
  /** Lists tenants whose `closesAt` is not after this moment, earliest first. */
  findClosedBefore(moment: Date): Promise<readonly Tenant[]>
  /** Tenants in any status, in the order of their ids. */
  list(page: Page): Promise<readonly Tenant[]>
}

/** Stores accounts, with usernames that are unique over all tenants. API keys are encrypted at rest. */
export interface AccountRepository {
  /** Stores a new account. @returns `false`, without a change, when the username is taken in any tenant. */
  insert(account: Account): Promise<boolean>
  /** The account of this id, in any status. */
  find(id: string): Promise<Account | undefined>
  /** The account of this name, in any status. @param username Canonical. */
  findByUsername(username: string): Promise<Account | undefined>
  /** All accounts of an address in any status, oldest first, `[]` when there is none. */
  findByEmail(emailCanonical: string): Promise<readonly Account[]>
  /** The account of this id with its tenant, both in any status. */
  findMembership(id: string): Promise<Membership | undefined>
  /** All accounts of an address with their tenants, in any status, the oldest account first. */
  findMemberships(emailCanonical: string): Promise<readonly Membership[]>
  /** Active, unconfirmed accounts that were made before this moment, in the order of their ids. */
  findUnconfirmedBefore(moment: Date, page: Page): Promise<readonly Account[]>
  /** Accounts of a tenant in any status, in the order of their ids. */
  listOfTenant(tenantId: string, page: Page): Promise<readonly Account[]>
  /** Lists the accounts of a tenant with one of these credential ids, in any order. */
  findByCredentials(tenantId: string, credentialIds: readonly string[]): Promise<readonly Account[]>
  /** Lists the statuses of the accounts with these ids, in any order. Missing accounts are left out. */
  findStatuses(ids: readonly string[]): Promise<readonly AccountStatus[]>
  /** Accounts still `reserved`, of whatever tenant, that were made before this moment, oldest first. */
  findReservedBefore(moment: Date): Promise<readonly Account[]>
  /**
   * Lists the usernames of the accounts with these ids, in any status and order. Missing accounts are left
   * out.
   */
  findUsernames(ids: readonly string[]): Promise<readonly Pick<Account, 'id' | 'username'>[]>
  /** Replaces the record of the same id; without one, nothing. */
  update(account: Account): Promise<void>
  /** Sets `lastLoginAt`, and the language if one is given, of the account of this id; without one, nothing. */
  noteLogin(id: string, login: { readonly at: Date; readonly language?: string }): Promise<void>
  /**
   * Lists the members of a tenant that match a search, in the order of their ids. Accounts that are reserved
   * or being removed are left out.
   */
  search(tenantId: string, search: AccountSearch): Promise<readonly Account[]>
  /** How many active accounts of a tenant are `company_admin`; a `super_admin` does not count. */
  countAdministrators(tenantId: string): Promise<number>
  /** Accounts of all tenants that are `removing`, in the order of their ids. */
  findRemoving(page: Page): Promise<readonly Account[]>
  /**
   * Removes an account with everything that belongs to it: sessions, codes, tokens, identities and
   * mails that wait. Without one, nothing.
   */
  remove(id: string): Promise<void>
}

/**
 * Stores identities at providers: at most one for each account and issuer. One identity may belong to many
 * accounts.
 */
export interface ExternalIdentityRepository {
  /** Stores a new identity. @returns `false`, without a change, when the account has one of this issuer. */
  insert(identity: ExternalIdentity): Promise<boolean>
  /** Those that the account has, in the order of their issuers. */
  listOfAccount(accountId: string): Promise<readonly ExternalIdentity[]>
}

/** Stores tokens by their digests. */
export interface OneTimeTokenRepository {
  /** Stores a new token. Its digest must be new. */
  insert(token: OneTimeToken): Promise<void>
  /** Finds the token by purpose and digest, expired or not. */
  find(purpose: OneTimePurpose, digest: string): Promise<OneTimeToken | undefined>
  /** Finds the account's newest token of this purpose, expired or not. */
  findNewest(purpose: OneTimePurpose, accountId: string): Promise<OneTimeToken | undefined>
  /** Replaces the record of the same digest; without one, nothing. */
  update(token: OneTimeToken): Promise<void>
  /** Removes the account's tokens of this purpose, leased ones too. */
  removeAll(purpose: OneTimePurpose, accountId: string): Promise<void>
  /** Lists tokens with a lease, whether or not it has run out. */
  findLeased(purpose: OneTimePurpose): Promise<readonly OneTimeToken[]>
  /** Removes expired tokens, except leased ones. @returns How many. */
  removeExpired(now: Date): Promise<number>
}

/** Stores sessions by their ids. */
export interface SessionRepository {
  /** Stores a new session. Its id must be new. */
  insert(session: Session): Promise<void>
  /** The session of this id, ended or not. */
  find(id: string): Promise<Session | undefined>
  /** Lists the sessions with these ids, in any order. Missing sessions are left out. */
  findMany(ids: readonly string[]): Promise<readonly Session[]>
  /** All sessions of an account that are on record, ended or not, in any order. */
  listOfAccount(accountId: string): Promise<readonly Session[]>
  /**
   * Lists the sessions of an account that have not ended and have a token that has not expired, in any order.
   */
  listLive(accountId: string, now: Date): Promise<readonly Session[]>
  /** Replaces the record of the same id; without one, nothing. */
  update(session: Session): Promise<void>
  /** Sets `endedAt` on every session of the account that has not ended. */
  endAll(accountId: string, at: Date): Promise<void>
  /** Whether the account has a session that has not ended and has a token that has not expired. */
  hasLive(accountId: string, now: Date): Promise<boolean>
  /** The number of sessions that have not ended and have a token that has not expired. */
  countLive(now: Date): Promise<number>
  /** Removes sessions whose `expiresAt` lies before this moment. @returns How many. */
  removeExpired(before: Date): Promise<number>
}

/** Endings, and where the next list goes on. */
export interface ListedEndings {
  /** What was found. */
  readonly endings: readonly Ending[]
  /** Of meaning to the store alone. */
  readonly mark: number
}

/** Stores endings: at most one for each subject, id and kind. */
export interface EndingRepository {
  /** Stores endings, each in place of an earlier one of the same subject, id and kind. */
  add(endings: readonly Ending[]): Promise<void>
  /** The endings of this subject and id, of every kind, in any order. */
  find(subject: Ending['subject'], id: string): Promise<readonly Ending[]>
  /**
   * Lists the endings of this subject that were added since the mark of an earlier list, or all, in any order; some of
   * before may be among them. The store says what is new: `Ending.at` is by clocks that may be wrong.
   */
  listSince(subject: Ending['subject'], mark: number | null): Promise<ListedEndings>
  /** Removes endings whose `until` is not after this moment. @returns How many. */
  removeExpired(now: Date): Promise<number>
}

/** Stores signing keys. The adapter encrypts their secrets at rest. */
export interface SigningKeyRepository {
  /** All keys, in any order. */
  list(): Promise<readonly SigningKey[]>
  /** Stores a key; it replaces one with the same `kid`. */
  put(key: SigningKey): Promise<void>
  /** Removes the key; without one, nothing. */
  remove(kid: string): Promise<void>
}

/** Stores the running processes by their ids. */
export interface ReplicaRepository {
  /** Stores a replica; it replaces its earlier record. */
  put(replica: Replica): Promise<void>
  /** Removes the record of a replica that stops; does nothing without one. */
  remove(id: string): Promise<void>
  /** Lists the replicas whose `aliveUntil` is after this moment, the earliest started first. */
  findAlive(now: Date): Promise<readonly Replica[]>
  /** Removes the replicas that are not alive. @returns How many. */
  removeDead(now: Date): Promise<number>
}
