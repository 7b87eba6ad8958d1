import type {
  Account,
  AuditEvent,
  ExternalIdentity,
  OneTimeToken,
  OtpChallenge,
  OutboxEntry,
  Replica,
  Session,
  SigningKey,
  Tenant,
} from '../../../src/ports/index.ts'

/** An outbox entry with what only the outbox knows of it. */
export interface OutboxRow {
  readonly entry: OutboxEntry
  /** Whether the mail itself is still there. */
  readonly hasContent: boolean
  readonly leasedUntil: Date | null
  /** When it was sent, given up or cancelled; `null` while it waits. */
  readonly settledAt: Date | null
}

/** All records by their identifiers. A record is replaced, never changed. */
export interface MemoryState {
  readonly tenants: Map<string, Tenant>
  readonly accounts: Map<string, Account>
  /** By account and issuer. */
  readonly externalIdentities: Map<string, ExternalIdentity>
  /** By account. */
  readonly otpChallenges: Map<string, OtpChallenge>
  /** By digest. */
  readonly oneTimeTokens: Map<string, OneTimeToken>
  readonly sessions: Map<string, Session>
  readonly signingKeys: Map<string, SigningKey>
  readonly replicas: Map<string, Replica>
  readonly outbox: Map<string, OutboxRow>
  readonly auditLog: AuditEvent[]
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
    sessions: new Map(),
    signingKeys: new Map(),
    replicas: new Map(),
    outbox: new Map(),
    auditLog: [],
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
    sessions: new Map(state.sessions),
    signingKeys: new Map(state.signingKeys),
    replicas: new Map(state.replicas),
    outbox: new Map(state.outbox),
    auditLog: [...state.auditLog],
  }
}
