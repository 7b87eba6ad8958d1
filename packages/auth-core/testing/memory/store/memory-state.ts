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

/** An outbox entry, and the fields that only the outbox uses. */
export interface OutboxRow {
  /** The entry as added, with the attempts since. */
  readonly entry: OutboxEntry
  /** `false` once the mail itself is dropped. */
  readonly hasContent: boolean
  /** The end of its lease; `null` while no process holds it. */
  readonly leasedUntil: Date | null
  /** The process that leased it; empty while none is known. */
  readonly leasedBy: string
  /** When it was sent, given up or cancelled; `null` while it waits. */
  readonly settledAt: Date | null
}

/** A key and its text. A database stores only a hash of the text. */
export interface ApiKeyRow extends ApiKey {
  /** The text of the key. Secret. */
  readonly text: string
}

/** An entry of the audit log. */
export interface AuditRow {
  /** The entry as recorded. */
  readonly entry: AuditEntry
  /** Its link; `null` while it waits for the chain. */
  readonly link: AuditLink | null
}

/** All records by their identifiers. A record is replaced, never changed. */
export interface MemoryState {
  /** Keyed by id. */
  readonly tenants: Map<string, Tenant>
  /** Keyed by id. */
  readonly accounts: Map<string, Account>
  /** By account and issuer. */
  readonly externalIdentities: Map<string, ExternalIdentity>
  /** Keyed by account. */
  readonly otpChallenges: Map<string, OtpChallenge>
  /** Keyed by digest. */
  readonly oneTimeTokens: Map<string, OneTimeToken>
  /** Keyed by id. */
  readonly invitations: Map<string, Invitation>
  /** Keyed by id. */
  readonly sessions: Map<string, Session>
  /** Keyed by id. */
  readonly apiKeys: Map<string, ApiKeyRow>
  /** By subject, id and kind. */
  readonly endings: Map<string, Ending>
  /** Keyed by `kid`. */
  readonly signingKeys: Map<string, SigningKey>
  /** Keyed by id. */
  readonly replicas: Map<string, Replica>
  /** Keyed by id. */
  readonly outbox: Map<string, OutboxRow>
  /** Keyed by number. */
  readonly auditLog: Map<number, AuditRow>
  /** The seal; at most one. */
  readonly auditSeal: Map<'seal', AuditSeal>
  /** The number of events ever recorded. */
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

/** The same records in new containers. */
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
