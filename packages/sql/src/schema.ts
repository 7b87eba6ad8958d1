import type { AuditEvent, AuditKind, ClientType, Ending, Mail } from '@gatehouse/auth-core/ports'
import type { Generated } from 'kysely'
import type { AccountRow, ApiKeyRow, ExternalIdentityRow, TenantRow } from './account-rows.ts'
import type { Flag } from './columns.ts'
import type { InvitationRow } from './invitation-rows.ts'
import type { OneTimeTokenRow, OtpChallengeRow, SessionRow, SigningKeyRow } from './login-rows.ts'

/**
 * The tables. Identifiers are text, moments are epoch milliseconds in UTC, truth values are 0 and 1: types
 * that every SQL database has.
 */
export interface Schema {
  /** The organizations. */
  tenants: TenantRow
  /** The accounts, one row for each person and organization. */
  accounts: AccountRow
  /** Identities at providers that sign in to accounts. */
  external_identities: ExternalIdentityRow
  /** One-time codes that are pending. */
  otp_challenges: OtpChallengeRow
  /** Links in mails, by the digests of their tokens. */
  one_time_tokens: OneTimeTokenRow
  /** Invitations that were not accepted yet. */
  invitations: InvitationRow
  /** Sessions. */
  sessions: SessionRow
  /** The further API keys of accounts. */
  api_keys: ApiKeyRow
  /** Endings of sessions and logins whose tokens have not expired. */
  endings: EndingRow
  /** The keys that tokens are signed with. */
  signing_keys: SigningKeyRow
  /** Mails that wait for delivery. */
  outbox: OutboxRow
  /** The audit log. */
  audit_log: AuditRow
  /** The two ends of the chain of `audit_log`; one row. */
  audit_seal: AuditSealRow
  /** Of the local credential store; unused with Keycloak. */
  local_realms: LocalRealmRow
  /** Of the local credential store, with the password hashes; unused with Keycloak. */
  local_users: LocalUserRow
  /** The gateway's own accounts in Keycloak's realms; empty without Keycloak. */
  realm_accounts: RealmAccountRow
  /** Who checks a password elsewhere; empty without Keycloak, and while no one signs in. */
  password_leases: PasswordLeaseRow
  /** The processes that serve. */
  replicas: ReplicaRow
  /** Only on PostgreSQL. */
  migration_lease: MigrationLeaseRow
  /** Only on PostgreSQL, and only while records are moved there. */
  incoming_move: IncomingMoveRow
  /** A sealed text that reveals a wrong master key. */
  key_check: KeyCheckRow
}

/** The ending of a session or login. */
export interface EndingRow {
  /** `session` or `login`. */
  subject: Ending['subject']
  /** The identifier of the session or login. */
  id: string
  /** `ended`, or `stale` while its session goes on with other rights. */
  kind: Ending['kind']
  /** When it ended or became stale, epoch milliseconds. */
  at: number
  /** No token that it concerns is valid from this moment on; epoch milliseconds. */
  until: number
  /** When it was written, by the database's clock; epoch milliseconds. */
  noted_at: number
}

/** A mail, from its cause until some time after it was sent or given up. */
export interface OutboxRow {
  /** Becomes part of the Message-ID. */
  id: string
  /** `accounts.id` of the account that it concerns; empty when it concerns several. */
  account_id: string
  /** The kind of the mail; stays after `content` is dropped. */
  kind: Mail['kind']
  /** Sealed JSON; `null` once dropped. */
  content: string | null
  /** When it was added; epoch milliseconds. */
  created_at: number
  /** The mail is not sent from this moment on; epoch milliseconds, `null` when it stays useful. */
  not_after: number | null
  /** Attempts to deliver it so far. */
  attempts: number
  /** The earliest moment of the next attempt; epoch milliseconds. */
  due_at: number
  /** Until this moment only the process that leased it may send it. */
  leased_until: number | null
  /** That process, by its `Ports.replicaId`; `null` where none is known. */
  leased_by: string | null
  /** When it was sent or given up. */
  settled_at: number | null
  /** Why the last attempt failed, or why the mail was given up. */
  reason: string | null
}

/** An audit event. */
export interface AuditRow {
  /** The order of recording, for events of the same millisecond. */
  seq: Generated<number>
  /** When the request arrived, or the service acted on its own; epoch milliseconds. */
  at: number
  /** The kind of the event. */
  kind: AuditKind
  /** Whether the request succeeded. */
  outcome: AuditEvent['outcome']
  /** The account that the event concerns; `null` when none is known. */
  account_id: string | null
  /** The tenant that the event concerns; `null` when none is known. */
  tenant_id: string | null
  /** The effective client type; `null` without a request. */
  client: ClientType | null
  /** The caller's network; `null` without a request. */
  network: string | null
  /** `User-Agent`, shortened; `null` without a request. */
  user_agent: string | null
  /** The request's id, which links the event to its log lines; `null` without a request. */
  request_id: string | null
  /** As JSON text. */
  detail: string
  /** The account that caused the event, if it is not the account concerned. */
  actor_id: string | null
  /** Its position in the chain, from 1 on; `null` while it waits. */
  position: number | null
  /** SHA-256 in hexadecimal of the entry with the hash before it; `null` while it waits. */
  hash: string | null
}

/** The ends of the chain. */
interface AuditSealRow {
  id: string
  /** The position of the last removed entry; 0 while none was removed. */
  cut_position: number
  /** The hash of that entry; empty while none was removed. */
  cut_hash: string
  /** When that entry happened, or when the chain was started; epoch milliseconds. */
  since: number
  /** The position of the last chained entry. */
  head_position: number
  /** The hash of that entry. */
  head_hash: string
  /** A keyed digest of the fields above. */
  signature: string
}

/** One row: the process that changes the tables, or did so last. */
interface MigrationLeaseRow {
  id: string
  holder: string
  held_until: number
}

/** The progress of a move into this database, for one table. */
interface IncomingMoveRow {
  /** The table whose rows are moved. */
  moved_table: string
  /** The source of its rows: the digest of the file. */
  source: string
  /** As JSON text: the key of the last moved row; `null` before the first. */
  after_key: string | null
  rows_moved: number
}

/** A realm of the local credential store. Its id is the tenant's. */
interface LocalRealmRow {
  id: string
  name: string
  reservation: string
}

/** A user of the local credential store. Its id is the credential id of an account. */
interface LocalUserRow {
  id: string
  realm_id: string
  username: string
  email: string
  first_name: string
  last_name: string
  /** Argon2id in PHC form, which names its own parameters. */
  password_hash: string
  /** As JSON text. */
  groups: string
  enabled: Flag
}

/** The Keycloak adapter's record of a realm. `standing` is its `status`. */
export interface RealmAccountRow {
  /** The sign-up that asked for the realm; unique. */
  reservation: string
  /** The name of the realm, which is the tenant's id. */
  realm: string
  /** The status of the realm. */
  standing: 'begun' | 'live' | 'abandoned'
  /** Sealed JSON. */
  secrets: string
  /** When the realm got this status; epoch milliseconds. */
  since: number
}

/** The lease of a process that checks the password of a user in another store. */
interface PasswordLeaseRow {
  /** The user's identifier there. */
  user_id: string
  /** The holder: an identifier of this lease alone. */
  holder: string
  /** The lease ends by itself then; epoch milliseconds by the clock of the database. */
  leased_until: number
}

/** A process that serves. */
export interface ReplicaRow {
  /** `Ports.replicaId` of the process. */
  id: string
  /** When the process began to serve; epoch milliseconds. */
  started_at: number
  /** The process counts as alive until this moment; each heartbeat moves it on. Epoch milliseconds. */
  alive_until: number
  /** The number of its open terminals. */
  terminals: number
  /** The id of the master key that it seals with. */
  seals_with: string
}

/** One row, sealed like all other secrets, which reveals a wrong master key. */
interface KeyCheckRow {
  id: string
  /** Encrypted by the sealer. */
  sealed: string
}
