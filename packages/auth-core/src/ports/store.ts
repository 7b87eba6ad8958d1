import type { Account, AccountStatus } from '../records/account.ts'
import type { AuditEvent } from '../records/audit.ts'
import type { ExternalIdentity } from '../records/external-identity.ts'
import type { OutboxEntry } from '../records/mail.ts'
import type { OneTimePurpose, OneTimeToken } from '../records/one-time-token.ts'
import type { OtpChallenge } from '../records/otp-challenge.ts'
import type { Replica } from '../records/replica.ts'
import type { Session } from '../records/session.ts'
import type { SigningKey } from '../records/signing-key.ts'
import type { Tenant } from '../records/tenant.ts'

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

  /** Returns when the database answers. */
  checkReady(): Promise<void>
}

/** The repositories of one transaction. Not to be used after it has ended. */
export interface Transaction {
  readonly tenants: TenantRepository
  readonly accounts: AccountRepository
  readonly externalIdentities: ExternalIdentityRepository
  readonly otpChallenges: OtpChallengeRepository
  readonly oneTimeTokens: OneTimeTokenRepository
  readonly sessions: SessionRepository
  readonly signingKeys: SigningKeyRepository
  readonly replicas: ReplicaRepository
  readonly outbox: Outbox
  readonly auditLog: AuditLog
}

/** A part of a list that may be long. */
export interface Page {
  /** Only what comes after this identifier; everything without it. */
  readonly after?: string
  /** At most so many. */
  readonly limit: number
}

export interface TenantRepository {
  /** @returns `false`, and nothing changed, when the id is taken. */
  insert(tenant: Tenant): Promise<boolean>
  find(id: string): Promise<Tenant | undefined>
  /** Replaces the record of the same id; without one, nothing. */
  update(tenant: Tenant): Promise<void>
  /** Removes the tenant and all its accounts with everything that belongs to them. */
  remove(id: string): Promise<void>
  /** Tenants still `reserved` that were made before this moment, oldest first. */
  findReservedBefore(moment: Date): Promise<readonly Tenant[]>
  /** Tenants in any status, in the order of their ids. */
  list(page: Page): Promise<readonly Tenant[]>
}

export interface AccountRepository {
  /** @returns `false`, and nothing changed, when the username (in any tenant) is taken. */
  insert(account: Account): Promise<boolean>
  find(id: string): Promise<Account | undefined>
  /** @param username Canonical. */
  findByUsername(username: string): Promise<Account | undefined>
  /** All accounts of an address in any status, oldest first, `[]` when there is none. */
  findByEmail(emailCanonical: string): Promise<readonly Account[]>
  /**
   * The account whose machine agents have this key. One that an older release stored is found once
   * the release of now has looked at it.
   */
  findByApiKey(apiKey: string): Promise<Account | undefined>
  /** Accounts of a tenant in any status, in the order of their ids. */
  listOfTenant(tenantId: string, page: Page): Promise<readonly Account[]>
  /** Those accounts of a tenant that have one of these credential ids, in any order. */
  findByCredentials(tenantId: string, credentialIds: readonly string[]): Promise<readonly Account[]>
  /** How those accounts of these ids that exist stand, in any order. */
  findStatuses(ids: readonly string[]): Promise<readonly AccountStatus[]>
  /** Replaces the record of the same id; without one, nothing. */
  update(account: Account): Promise<void>
}

/** Keeps at most one identity of an issuer an account. One identity may belong to many accounts. */
export interface ExternalIdentityRepository {
  /** @returns `false`, and nothing changed, when the account has one of this issuer. */
  insert(identity: ExternalIdentity): Promise<boolean>
  /** The one of this issuer that the account has. */
  find(accountId: string, issuer: string): Promise<ExternalIdentity | undefined>
}

/** Keeps at most one challenge an account. */
export interface OtpChallengeRepository {
  /** Stores a challenge in place of any earlier one of the same account. */
  put(challenge: OtpChallenge): Promise<void>
  findByAccount(accountId: string): Promise<OtpChallenge | undefined>
  remove(accountId: string): Promise<void>
  /** @returns How many went. */
  removeExpired(now: Date): Promise<number>
}

export interface OneTimeTokenRepository {
  insert(token: OneTimeToken): Promise<void>
  find(purpose: OneTimePurpose, digest: string): Promise<OneTimeToken | undefined>
  /** The one created last, expired or not. */
  findNewest(purpose: OneTimePurpose, accountId: string): Promise<OneTimeToken | undefined>
  /** Replaces the record of the same digest; without one, nothing. */
  update(token: OneTimeToken): Promise<void>
  removeAll(purpose: OneTimePurpose, accountId: string): Promise<void>
  /** Tokens under a claim, whether or not it has run out. */
  findLeased(purpose: OneTimePurpose): Promise<readonly OneTimeToken[]>
  /** @returns How many went. Tokens under a claim stay. */
  removeExpired(now: Date): Promise<number>
}

export interface SessionRepository {
  insert(session: Session): Promise<void>
  find(id: string): Promise<Session | undefined>
  /** The sessions of these ids that exist, in any order. */
  findMany(ids: readonly string[]): Promise<readonly Session[]>
  /** Replaces the record of the same id; without one, nothing. */
  update(session: Session): Promise<void>
  /** Sets `endedAt` on every session of the account that has not ended. */
  endAll(accountId: string, at: Date): Promise<void>
  /** How many have not ended, and have a token that has not expired. */
  countLive(now: Date): Promise<number>
  /** Sessions whose `expiresAt` lies before this moment go. @returns How many. */
  removeExpired(before: Date): Promise<number>
}

/** Secrets are sealed at rest by the adapter. */
export interface SigningKeyRepository {
  list(): Promise<readonly SigningKey[]>
  /** Stores a key, in place of one with the same `kid`. */
  put(key: SigningKey): Promise<void>
  remove(kid: string): Promise<void>
}

/** Who serves. */
export interface ReplicaRepository {
  /** Stores a replica, in place of what it noted before. */
  put(replica: Replica): Promise<void>
  remove(id: string): Promise<void>
  /** Those whose `aliveUntil` lies after this moment, the one that started first first. */
  findAlive(now: Date): Promise<readonly Replica[]>
  /** The others go. @returns How many. */
  removeDead(now: Date): Promise<number>
}

/** How many mails to take at most: of those never tried so far, and of those that have failed. */
export interface LeaseLimits {
  readonly untried: number
  readonly tried: number
}

/** Mails on their way. Their content is sealed at rest by the adapter. */
export interface Outbox {
  add(entry: OutboxEntry): Promise<void>
  /** @returns `undefined` for an unknown id, and for one whose content was dropped. */
  find(id: string): Promise<OutboxEntry | undefined>
  /**
   * Takes waiting entries that are due, and hides them until `leaseUntil`: a worker that dies
   * gives them back by doing nothing. Entries that are past their `notAfter` are taken too; the
   * caller gives them up.
   *
   * @returns Those without a failed attempt, oldest first; then those with the fewest failed
   *   attempts, of these the one that was due first. No more of each than asked for.
   */
  leaseDue(now: Date, limits: LeaseLimits, leaseUntil: Date): Promise<readonly OutboxEntry[]>
  /** Ends all leases, at a start that knows that nobody else is alive. */
  releaseLeases(): Promise<void>
  /** Notes one failed attempt: waits until `dueAt` before the next. `reason` holds no secret. */
  postpone(id: string, attempts: number, dueAt: Date, reason: string): Promise<void>
  /** The server took it. The content stays until `removeSettled`, to be sent again on request. */
  markSent(id: string, at: Date): Promise<void>
  /** It will not be sent. */
  giveUp(id: string, at: Date, reason: string): Promise<void>
  /** How many of this kind were added for the account since a moment, in any condition. */
  countSince(accountId: string, kind: OutboxEntry['mail']['kind'], since: Date): Promise<number>
  /** Drops waiting mails of this kind for the account: what they carry has become void. */
  cancel(accountId: string, kind: OutboxEntry['mail']['kind'], at: Date): Promise<void>
  /** Sent and given-up entries older than this go. @returns How many. */
  removeSettled(before: Date): Promise<number>
}

export interface AuditLog {
  record(event: AuditEvent): Promise<void>
  /** The newest events first, of one account or of all. */
  list(filter: {
    readonly accountId?: string
    readonly limit: number
  }): Promise<readonly AuditEvent[]>
}
