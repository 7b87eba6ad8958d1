import type { AuditEvent, AuditKind, ClientType, Ending, Mail } from '@gatehouse/auth-core/ports'
import type { Generated } from 'kysely'
import type { AccountRow, ApiKeyRow, ExternalIdentityRow, TenantRow } from './account-rows.ts'
import type { Flag } from './columns.ts'
import type { InvitationRow } from './invitation-rows.ts'
import type { OneTimeTokenRow, OtpChallengeRow, SessionRow, SigningKeyRow } from './login-rows.ts'

/**
 * The tables. Identifiers are text, moments are epoch milliseconds in UTC, truth values are 0 and
 * 1: what every SQL database can hold alike.
 */
export interface Schema {
  /** The organizations. */
  tenants: TenantRow
  /** The people, one row for each organization they are in. */
  accounts: AccountRow
  /** Who signs in to an account through a provider. */
  external_identities: ExternalIdentityRow
  /** One-time codes that are awaited. */
  otp_challenges: OtpChallengeRow
  /** Links in mails, by the digests of their tokens. */
  one_time_tokens: OneTimeTokenRow
  /** Invitations that were not accepted yet. */
  invitations: InvitationRow
  /** Sign-ins. */
  sessions: SessionRow
  /** The further API keys of accounts. */
  api_keys: ApiKeyRow
  /** What ended before its tokens expired. */
  endings: EndingRow
  /** The keys that tokens are signed with. */
  signing_keys: SigningKeyRow
  /** Mails on their way. */
  outbox: OutboxRow
  /** What happened. */
  audit_log: AuditRow
  /** Where the chain of `audit_log` begins and ends; one row. */
  audit_seal: AuditSealRow
  /** Of the local credential store; unused with Keycloak. */
  local_realms: LocalRealmRow
  /** Of the local credential store, with the password hashes; unused with Keycloak. */
  local_users: LocalUserRow
  /** The gateway's own accounts in Keycloak's realms; empty without Keycloak. */
  realm_accounts: RealmAccountRow
  /** Who checks a password elsewhere; empty without Keycloak, and while no one signs in. */
  password_turns: PasswordTurnRow
  /** The processes that serve. */
  replicas: ReplicaRow
  /** Of PostgreSQL alone. */
  migration_lease: MigrationLeaseRow
  /** Of PostgreSQL alone, and only while records are moved there. */
  incoming_move: IncomingMoveRow
  /** Tells whether the master key is the right one. */
  key_check: KeyCheckRow
}

/** What ended before its tokens expired. */
export interface EndingRow {
  /** `session` or `login`. */
  subject: Ending['subject']
  /** The identifier of the session or login. */
  id: string
  /** `ended`, or `stale` while its session goes on with other rights. */
  kind: Ending['kind']
  /** Epoch milliseconds. */
  at: number
  /** No token of it can be valid from then on; epoch milliseconds. */
  until: number
}

/** A mail, from its cause until some time after it was sent or given up. */
export interface OutboxRow {
  /** Becomes part of the Message-ID. */
  id: string
  /** `accounts.id` of whom it concerns; empty when it concerns several. */
  account_id: string
  /** Which mail it is; stays after `content` is dropped. */
  kind: Mail['kind']
  /** Sealed JSON; `null` once dropped. */
  content: string | null
  /** When it was added; epoch milliseconds. */
  created_at: number
  /** From then on it is not sent any more. */
  not_after: number | null
  /** Deliveries tried so far. */
  attempts: number
  /** When it may be tried next. */
  due_at: number
  /** Until then only the process that took it sends it. */
  leased_until: number | null
  /** When it was sent or given up. */
  settled_at: number | null
  /** Why the last attempt failed, or why there will be none. */
  reason: string | null
}

/** An audit event. */
export interface AuditRow {
  /** The order of recording, for events of the same millisecond. */
  seq: Generated<number>
  /** When the request arrived, or the service acted by itself; epoch milliseconds. */
  at: number
  /** What was done or asked for. */
  kind: AuditKind
  /** Whether it was done. */
  outcome: AuditEvent['outcome']
  /** The account it concerns; `null` when none is known. */
  account_id: string | null
  /** The tenant it concerns; `null` when none is known. */
  tenant_id: string | null
  /** The client type that counts; `null` without a request. */
  client: ClientType | null
  /** The caller's network; `null` without a request. */
  network: string | null
  /** `User-Agent`, shortened; `null` without a request. */
  user_agent: string | null
  /** Joins the event to the log lines of its request; `null` without one. */
  request_id: string | null
  /** JSON. */
  detail: string
  /** Who did it, where that is not the account it concerns. */
  actor_id: string | null
  /** Its place in the chain, from 1 on; `null` while it waits for that. */
  position: number | null
  /** SHA-256 in hexadecimal of the entry with the hash before it; `null` while it waits. */
  hash: string | null
}

/** The ends of the chain. */
interface AuditSealRow {
  id: string
  /** The last entry that was removed from the front; 0 before one was. */
  cut_position: number
  /** Its hash; empty before one was. */
  cut_hash: string
  /** When it happened, or when the chain was begun; epoch milliseconds. */
  since: number
  /** The last entry that was chained. */
  head_position: number
  /** Its hash. */
  head_hash: string
  /** Keyed digest of all that. */
  signature: string
}

/** One row: which process changes the tables, or did last. */
interface MigrationLeaseRow {
  id: string
  holder: string
  held_until: number
}

/** How far a move into this database has come with one table. */
interface IncomingMoveRow {
  /** The table whose rows are moved. */
  moved_table: string
  /** Where its rows come from: the digest of the file. */
  source: string
  /** JSON: the key of the last row that is there; `null` before the first. */
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
  /** JSON. */
  groups: string
  enabled: Flag
}

/** What the Keycloak adapter remembers of a realm. `standing` is its `status`. */
export interface RealmAccountRow {
  /** The sign-up that asked for the realm; unique. */
  reservation: string
  /** The name of the realm, which is the tenant's id. */
  realm: string
  /** How far the realm has come. */
  standing: 'begun' | 'live' | 'abandoned'
  /** Sealed JSON. */
  secrets: string
  /** When it came to this status; epoch milliseconds. */
  since: number
}

/** The turn of one who checks the password of a user elsewhere. */
interface PasswordTurnRow {
  /** The user's identifier there. */
  user_id: string
  /** Whose turn it is: an identifier of this turn alone. */
  holder: string
  /** It ends by itself then; epoch milliseconds by the clock of the database. */
  held_until: number
}

/** A process that serves. */
export interface ReplicaRow {
  /** `Ports.replicaId` of the process. */
  id: string
  /** When the process began to serve; epoch milliseconds. */
  started_at: number
  /** It counts as alive until then, which each heartbeat moves on; epoch milliseconds. */
  alive_until: number
  /** How many are open. */
  terminals: number
  /** The id of the master key that it seals with. */
  seals_with: string
}

/** One row, sealed as everything else is, by which a wrong master key is noticed. */
interface KeyCheckRow {
  id: string
  /** Sealed. */
  sealed: string
}
