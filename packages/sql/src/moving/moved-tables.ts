import type { Schema } from '../schema.ts'

/** A table whose rows are moved to another database. */
export interface MovedTable {
  /** The name of the table. */
  readonly name: keyof Schema
  /** The columns of its primary key. */
  readonly key: readonly string[]
  /** The column that the database increments. */
  readonly counter?: string
}

/** `left`: the rows are not moved. */
type MoveRule = Omit<MovedTable, 'name'> | 'left'

/** The rule for each table; referenced tables come first. */
const moveRules = {
  key_check: { key: ['id'] },
  tenants: { key: ['id'] },
  accounts: { key: ['id'] },
  external_identities: { key: ['account_id', 'issuer'] },
  otp_challenges: { key: ['account_id'] },
  one_time_tokens: { key: ['digest'] },
  invitations: { key: ['id'] },
  sessions: { key: ['id'] },
  api_keys: { key: ['id'] },
  endings: { key: ['subject', 'id', 'kind'] },
  signing_keys: { key: ['kid'] },
  outbox: { key: ['id'] },
  local_realms: { key: ['id'] },
  local_users: { key: ['id'] },
  realm_accounts: { key: ['reservation'] },
  audit_log: { key: ['seq'], counter: 'seq' },
  audit_seal: { key: ['id'] },
  // A running process records itself again.
  replicas: 'left',
  // A turn lasts seconds.
  password_leases: 'left',
  migration_lease: 'left',
  incoming_move: 'left',
} as const satisfies Record<keyof Schema, MoveRule>

/** Every table of the schema, moved or not. */
export const tablesOfSchema: readonly string[] = Object.keys(moveRules)

/** The tables to move, in an order that keeps references valid. */
export const movedTables: readonly MovedTable[] = Object.entries<MoveRule>(moveRules).flatMap(
  ([name, rule]) => (rule === 'left' ? [] : [{ name: name as keyof Schema, ...rule }]),
)
