import type {
  Account,
  ApiKey,
  AuditEntry,
  AuditLink,
  AuditSeal,
  Ending,
  ExternalIdentity,
  Invitation,
  OneTimeToken,
  OtpChallenge,
  OutboxEntry,
  Replica,
  Session,
  SigningKey,
  Tenant,
} from '../../../src/ports/index.ts'

/** An outbox entry, and what only the outbox knows of it. */
export interface OutboxRow {
  /** As it was added, with the attempts since. */
  readonly entry: OutboxEntry
  /** `false` once the mail itself is dropped. */
  readonly hasContent: boolean
  /** `null` while no process holds it. */
  readonly leasedUntil: Date | null
  /** When it was sent, given up or cancelled; `null` while it waits. */
  readonly settledAt: Date | null
}

/** A key, and its text, which a database has only the hash of. */
export interface ApiKeyRow extends ApiKey {
  /** Secret. */
  readonly text: string
}

/** An entry of the audit log. */
export interface AuditRow {
  /** As it was recorded. */
  readonly entry: AuditEntry
  /** `null` while it waits for the chain. */
  readonly link: AuditLink | null
}

/** All records by their identifiers. A record is replaced, never changed. */
export interface MemoryState {
  /** By id. */
  readonly tenants: Map<string, Tenant>
  /** By id. */
  readonly accounts: Map<string, Account>
  /** By account and issuer. */
  readonly externalIdentities: Map<string, ExternalIdentity>
  /** By account. */
  readonly otpChallenges: Map<string, OtpChallenge>
  /** By digest. */
  readonly oneTimeTokens: Map<string, OneTimeToken>
  /** By id. */
  readonly invitations: Map<string, Invitation>
  /** By id. */
  readonly sessions: Map<string, Session>
  /** By id. */
  readonly apiKeys: Map<string, ApiKeyRow>
  /** By subject, id and kind. */
  readonly endings: Map<string, Ending>
  /** By `kid`. */
  readonly signingKeys: Map<string, SigningKey>
  /** By id. */
  readonly replicas: Map<string, Replica>
  /** By id. */
  readonly outbox: Map<string, OutboxRow>
  /** By number. */
  readonly auditLog: Map<number, AuditRow>
  /** At most one. */
  readonly auditSeal: Map<'seal', AuditSeal>
  /** How many were ever recorded. */
  readonly recorded: Map<'events', number>
}

/** Gives a repository the records of its transaction. @throws {TypeError} once that has ended. */
export type StateOfTransaction = () => MemoryState

/** No records at all. */
export function emptyState(): MemoryState {
  return {
    tenants: new Map(),
    accounts: new Map(),
    externalIdentities: new Map(),
    otpChallenges: new Map(),
    oneTimeTokens: new Map(),
    invitations: new Map(),
    sessions: new Map(),
    apiKeys: new Map(),
    endings: new Map(),
    signingKeys: new Map(),
    replicas: new Map(),
    outbox: new Map(),
    auditLog: new Map(),
    auditSeal: new Map(),
    recorded: new Map(),
  }
}

/** The same records in containers of their own. */
export function draftOf(state: MemoryState): MemoryState {
  return {
    tenants: new Map(state.tenants),
    accounts: new Map(state.accounts),
    externalIdentities: new Map(state.externalIdentities),
    otpChallenges: new Map(state.otpChallenges),
    oneTimeTokens: new Map(state.oneTimeTokens),
    invitations: new Map(state.invitations),
    sessions: new Map(state.sessions),
    apiKeys: new Map(state.apiKeys),
    endings: new Map(state.endings),
    signingKeys: new Map(state.signingKeys),
    replicas: new Map(state.replicas),
    outbox: new Map(state.outbox),
    auditLog: new Map(state.auditLog),
    auditSeal: new Map(state.auditSeal),
    recorded: new Map(state.recorded),
  }
}
