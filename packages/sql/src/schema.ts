import type {
  AuditEvent,
  AuditKind,
  ClientType,
  Mail,
  OneTimePurpose,
  Role,
  Status,
} from '@gatehouse/auth-core/ports'
import type { Generated } from 'kysely'
import type { Flag } from './columns.ts'

/**
 * The tables. Identifiers are text, moments are epoch milliseconds in UTC, truth values are 0 and
 * 1: what every SQL database can hold alike.
 */
export interface Schema {
  tenants: TenantRow
  accounts: AccountRow
  external_identities: ExternalIdentityRow
  otp_challenges: OtpChallengeRow
  one_time_tokens: OneTimeTokenRow
  sessions: SessionRow
  signing_keys: SigningKeyRow
  outbox: OutboxRow
  audit_log: AuditRow
  local_realms: LocalRealmRow
  local_users: LocalUserRow
  realm_accounts: RealmAccountRow
  replicas: ReplicaRow
  /** Of PostgreSQL alone. */
  migration_lease: MigrationLeaseRow
  /** Of PostgreSQL alone, and only while records are moved there. */
  incoming_move: IncomingMoveRow
  key_check: KeyCheckRow
}

export interface TenantRow {
  id: string
  name: string
  standing: Status
  reservation: string
  reserved_by: string
  otp_enabled: Flag
  created_at: number
}

export interface AccountRow {
  id: string
  tenant_id: string
  username: string
  email: string
  email_canonical: string
  email_verified: Flag
  first_name: string
  last_name: string
  role: Role
  machine_role: string
  /** JSON. */
  groups: string
  /** Sealed. */
  api_key: string
  /** A lookup hash; `null` when a release that knew none stored the account. */
  api_key_hash: string | null
  credential_id: string
  credential_version: number
  standing: Status
  created_at: number
}

export interface ExternalIdentityRow {
  account_id: string
  issuer: string
  subject: string
  created_at: number
}

export interface OtpChallengeRow {
  account_id: string
  id: string
  code_digest: string
  created_at: number
  expires_at: number
  network: string | null
  owner_guesses: number
  stranger_guesses: number
  mail_id: string
  /** JSON. */
  proof: string
}

export interface OneTimeTokenRow {
  digest: string
  purpose: OneTimePurpose
  account_id: string
  created_at: number
  expires_at: number
  claimed_until: number | null
  claimed_by: string | null
}

export interface SessionRow {
  id: string
  account_id: string
  tenant_id: string
  client: ClientType
  auth_time: number
  issued_at: number
  expires_at: number
  ended_at: number | null
}

export interface SigningKeyRow {
  kid: string
  /** Sealed. */
  secret: string
  active_from: number
  accepted_until: number | null
  revoked_at: number | null
}

export interface OutboxRow {
  id: string
  account_id: string
  kind: Mail['kind']
  /** Sealed JSON; `null` once dropped. */
  content: string | null
  created_at: number
  not_after: number | null
  attempts: number
  due_at: number
  leased_until: number | null
  /** When it was sent or given up. */
  settled_at: number | null
  /** Why the last attempt failed, or why there will be none. */
  reason: string | null
}

export interface AuditRow {
  /** The order of recording, for events of the same millisecond. */
  seq: Generated<number>
  at: number
  kind: AuditKind
  outcome: AuditEvent['outcome']
  account_id: string | null
  tenant_id: string | null
  client: ClientType | null
  network: string | null
  user_agent: string | null
  request_id: string | null
  /** JSON. */
  detail: string
}

interface MigrationLeaseRow {
  id: string
  holder: string
  held_until: number
}

interface IncomingMoveRow {
  /** The table whose rows are moved. */
  moved_table: string
  /** Where from: the digest of the file. */
  source: string
  /** JSON: the key of the last row that is there; `null` before the first. */
  after_key: string | null
  rows_moved: number
}

interface LocalRealmRow {
  id: string
  name: string
  reservation: string
}

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

export interface RealmAccountRow {
  reservation: string
  realm: string
  standing: 'begun' | 'live' | 'abandoned'
  /** Sealed JSON. */
  secrets: string
  since: number
}

export interface ReplicaRow {
  id: string
  started_at: number
  alive_until: number
  terminals: number
  seals_with: string
}

/** One row, sealed as everything else is, by which a wrong master key is noticed. */
interface KeyCheckRow {
  id: string
  /** Sealed. */
  sealed: string
}
