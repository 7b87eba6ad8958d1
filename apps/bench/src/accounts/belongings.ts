import type { Database } from '@gatehouse/sql'
import { sql } from 'kysely'
import { type FillPlan, sessionAgeMs } from './rows.ts'

/** Random identifiers, as each database makes them. */
const randomIds = {
  sqlite: sql`lower(hex(randomblob(16)))`,
  postgres: sql`md5(random()::text || clock_timestamp()::text)`,
} as const

/**
 * The records that belong to the accounts: realms, users with a password, one session for each account, and
 * its login in the audit log.
 */
export async function insertBelongings(
  { flavour, transaction }: Database,
  { now, passwordHash }: FillPlan,
): Promise<void> {
  const id = randomIds[flavour]
  const at = sql.lit(now - sessionAgeMs)
  const end = sql.lit(now - sessionAgeMs + 24 * 3600 * 1000)
  const hash = sql.lit(passwordHash)
  const statements = [
    sql`insert into local_realms (id, name, reservation) select id, name, reservation from tenants`,
    sql`insert into local_users
        (id, realm_id, username, email, first_name, last_name, password_hash, groups, enabled)
      select credential_id, tenant_id, username, email, first_name, last_name, ${hash}, groups, 1
      from accounts`,
    sql`insert into sessions
        (id, account_id, tenant_id, client, auth_time, issued_at, expires_at, ended_at)
      select ${id}, id, tenant_id, 'cli', ${at}, ${at}, ${end}, null from accounts`,
    sql`insert into audit_log
        (at, kind, outcome, account_id, tenant_id, client, network, user_agent, request_id, detail)
      select ${at}, 'login', 'ok', id, tenant_id, 'cli', '203.0.113.7', 'gatehouse-cli/1.0', ${id}, '{}'
      from accounts`,
  ]
  for (const statement of statements) {
    await transaction(async (db) => void (await statement.execute(db)))
  }
}
