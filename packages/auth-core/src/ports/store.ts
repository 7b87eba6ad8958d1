import type { Account, AccountStatus } from '../records/account.ts'
import type { Ending } from '../records/ending.ts'
import type { ExternalIdentity } from '../records/external-identity.ts'
import type { OneTimePurpose, OneTimeToken } from '../records/one-time-token.ts'
import type { OtpChallenge } from '../records/otp-challenge.ts'
import type { Replica } from '../records/replica.ts'
import type { Session } from '../records/session.ts'
import type { SigningKey } from '../records/signing-key.ts'
import type { Tenant } from '../records/tenant.ts'
import type { AccountSearch } from './account-search.ts'
import type { ApiKeyRepository } from './api-key-repository.ts'
import type { AuditChain } from './audit-chain.ts'
import type { AuditLog } from './audit-log.ts'
import type { InvitationRepository } from './invitation-repository.ts'
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
   * Runs `work` in one serializable transaction: concurrent ones have the effect of some order,
   * one after the other. What `work` returns is committed, what it throws undoes everything.
   *
   * @param work Reads and writes through `tx` alone, awaits nothing else, and has no other
   *   effect: it may run more than once.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>

  /** Resolves when the database answers. */
  checkReady(): Promise<void>
}

/** The repositories of one transaction. Not to be used after it has ended. */
export interface Transaction {
  /** Organizations. */
  readonly tenants: TenantRepository
  /** People's records in organizations. */
  readonly accounts: AccountRepository
  /** Which identities at providers open which accounts. */
  readonly externalIdentities: ExternalIdentityRepository
  /** One-time codes that are waited for. */
  readonly otpChallenges: OtpChallengeRepository
  /** Tokens that went out in mails. */
  readonly oneTimeTokens: OneTimeTokenRepository
  /** Invitations that were not accepted yet. */
  readonly invitations: InvitationRepository
  /** Sign-ins, kept through refreshes. */
  readonly sessions: SessionRepository
  /** The further keys of machine agents. */
  readonly apiKeys: ApiKeyRepository
  /** What ended before its tokens expired. */
  readonly endings: EndingRepository
  /** The keys that sign tokens. */
  readonly signingKeys: SigningKeyRepository
  /** The processes that serve. */
  readonly replicas: ReplicaRepository
  /** Mails on their way. */
  readonly outbox: Outbox
  /** What was done. */
  readonly auditLog: AuditLog
  /** The chain of the audit log, by which a change of it is found. */
  readonly auditChain: AuditChain
}

/** Keeps organizations, each under an id of its own. */
export interface TenantRepository {
  /** @returns `false`, and nothing changed, when the id is taken. */
  insert(tenant: Tenant): Promise<boolean>
  /** The tenant of this id, in any status. */
  find(id: string): Promise<Tenant | undefined>
  /** Replaces the record of the same id; without one, nothing. */
  update(tenant: Tenant): Promise<void>
  /** Removes the tenant and all its accounts with everything that belongs to them. */
  remove(id: string): Promise<void>
  /** Tenants still `reserved` that were made before this moment, oldest first. */
  findReservedBefore(moment: Date): Promise<readonly Tenant[]>
  /** Tenants whose `closesAt` has come at this moment, the first to close first. */
  findClosedBefore(moment: Date): Promise<readonly Tenant[]>
  /** Tenants in any status, in the order of their ids. */
  list(page: Page): Promise<readonly Tenant[]>
}

/** Keeps accounts, with usernames that are unique over all tenants. API keys are sealed at rest. */
export interface AccountRepository {
  /** @returns `false`, and nothing changed, when the username (in any tenant) is taken. */
  insert(account: Account): Promise<boolean>
  /** The account of this id, in any status. */
  find(id: string): Promise<Account | undefined>
  /** The account of this name, in any status. @param username Canonical. */
  findByUsername(username: string): Promise<Account | undefined>
  /** All accounts of an address in any status, oldest first, `[]` when there is none. */
  findByEmail(emailCanonical: string): Promise<readonly Account[]>
  /**
   * The account whose first key this is; none for an empty text. Further ones are in
   * `Transaction.apiKeys`. One that an older release stored is found once
   * the present release has added its hash.
   */
  findByApiKey(apiKey: string): Promise<Account | undefined>
  /** Active, unconfirmed accounts that were made before this moment, in the order of their ids. */
  findUnconfirmedBefore(moment: Date, page: Page): Promise<readonly Account[]>
  /** Accounts of a tenant in any status, in the order of their ids. */
  listOfTenant(tenantId: string, page: Page): Promise<readonly Account[]>
  /** Those accounts of a tenant that have one of these credential ids, in any order. */
  findByCredentials(tenantId: string, credentialIds: readonly string[]): Promise<readonly Account[]>
  /** The statuses of those accounts of these ids that exist, in any order. */
  findStatuses(ids: readonly string[]): Promise<readonly AccountStatus[]>
  /** Accounts still `reserved`, of whatever tenant, that were made before this moment, oldest first. */
  findReservedBefore(moment: Date): Promise<readonly Account[]>
  /** The names of those accounts of these ids that exist, in any status and order. */
  findUsernames(ids: readonly string[]): Promise<readonly Pick<Account, 'id' | 'username'>[]>
  /** Replaces the record of the same id; without one, nothing. */
  update(account: Account): Promise<void>
  /**
   * The members of a tenant that are searched for, in the order of their ids; no reserved ones, and
   * none on their way out.
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

/** Keeps at most one identity of an issuer an account. One identity may belong to many accounts. */
export interface ExternalIdentityRepository {
  /** @returns `false`, and nothing changed, when the account has one of this issuer. */
  insert(identity: ExternalIdentity): Promise<boolean>
  /** Those that the account has, in the order of their issuers. */
  listOfAccount(accountId: string): Promise<readonly ExternalIdentity[]>
}

/** Keeps at most one challenge an account. */
export interface OtpChallengeRepository {
  /** Stores a challenge in place of any earlier one of the same account. */
  put(challenge: OtpChallenge): Promise<void>
  /** The challenge of this account, expired or not. */
  findByAccount(accountId: string): Promise<OtpChallenge | undefined>
  /** Removes the challenge of this account; without one, nothing. */
  remove(accountId: string): Promise<void>
  /** Removes those that have expired. @returns How many. */
  removeExpired(now: Date): Promise<number>
}

/** Keeps tokens by their digests. */
export interface OneTimeTokenRepository {
  /** Stores a token. Its digest is new. */
  insert(token: OneTimeToken): Promise<void>
  /** The token of this digest, expired or not. */
  find(purpose: OneTimePurpose, digest: string): Promise<OneTimeToken | undefined>
  /** The one created last, expired or not. */
  findNewest(purpose: OneTimePurpose, accountId: string): Promise<OneTimeToken | undefined>
  /** Replaces the record of the same digest; without one, nothing. */
  update(token: OneTimeToken): Promise<void>
  /** Removes the account's tokens of this purpose, leased ones too. */
  removeAll(purpose: OneTimePurpose, accountId: string): Promise<void>
  /** Tokens under a lease, whether or not it has run out. */
  findLeased(purpose: OneTimePurpose): Promise<readonly OneTimeToken[]>
  /** Removes those that have expired, except leased ones. @returns How many. */
  removeExpired(now: Date): Promise<number>
}

/** Keeps sessions by their ids. */
export interface SessionRepository {
  /** Stores a session. Its id is new. */
  insert(session: Session): Promise<void>
  /** The session of this id, ended or not. */
  find(id: string): Promise<Session | undefined>
  /** The sessions of these ids that exist, in any order. */
  findMany(ids: readonly string[]): Promise<readonly Session[]>
  /** All sessions of an account that are on record, ended or not, in any order. */
  listOfAccount(accountId: string): Promise<readonly Session[]>
  /** Those of an account that have not ended, with a token that has not expired, in any order. */
  listLive(accountId: string, now: Date): Promise<readonly Session[]>
  /** Replaces the record of the same id; without one, nothing. */
  update(session: Session): Promise<void>
  /** Sets `endedAt` on every session of the account that has not ended. */
  endAll(accountId: string, at: Date): Promise<void>
  /** Whether the account has one that has not ended, with a token that has not expired. */
  hasLive(accountId: string, now: Date): Promise<boolean>
  /** How many have not ended, and have a token that has not expired. */
  countLive(now: Date): Promise<number>
  /** Removes sessions whose `expiresAt` lies before this moment. @returns How many. */
  removeExpired(before: Date): Promise<number>
}

/** Keeps what ended, at most one of a kind for each subject and id. */
export interface EndingRepository {
  /** Stores endings, each in place of an earlier one of the same subject, id and kind. */
  add(endings: readonly Ending[]): Promise<void>
  /** The endings of this subject and id, of every kind, in any order. */
  find(subject: Ending['subject'], id: string): Promise<readonly Ending[]>
  /** Those whose `at` lies at or after this moment, in any order. */
  listSince(subject: Ending['subject'], moment: Date): Promise<readonly Ending[]>
  /** Removes those whose `until` has come. @returns How many. */
  removeExpired(now: Date): Promise<number>
}

/** Keeps signing keys. Their secrets are sealed at rest by the adapter. */
export interface SigningKeyRepository {
  /** All keys, in any order. */
  list(): Promise<readonly SigningKey[]>
  /** Stores a key, in place of one with the same `kid`. */
  put(key: SigningKey): Promise<void>
  /** Removes the key; without one, nothing. */
  remove(kid: string): Promise<void>
}

/** Keeps the processes that serve, by their ids. */
export interface ReplicaRepository {
  /** Stores a replica, in place of its earlier record. */
  put(replica: Replica): Promise<void>
  /** Removes the record of a replica that ends; without one, nothing. */
  remove(id: string): Promise<void>
  /** Those whose `aliveUntil` lies after this moment, the one that started first first. */
  findAlive(now: Date): Promise<readonly Replica[]>
  /** Removes the others. @returns How many. */
  removeDead(now: Date): Promise<number>
}
