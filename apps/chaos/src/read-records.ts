import type { TestDatabase } from '@gatehouse/sql/testing'
import type { AccountRecord, AuditRecord, OutboxRecord, Records } from './evidence.ts'

/**
 * Reads from the database what the rules look at.
 *
 * @param hasKeycloak Whether the credentials are in Keycloak, where the doctor looks; in this database unless
 *   told.
 */
export async function readRecords(
  { ask }: Pick<TestDatabase, 'ask'>,
  { hasKeycloak = false }: { readonly hasKeycloak?: boolean } = {},
): Promise<Records> {
  const texts = async (statement: string) => (await ask(statement)).map(({ text }) => String(text))
  const found = (await ask(hasKeycloak ? keycloakAccounts : accounts)) as unknown
  return {
    // SQLite knows no truth values.
    accounts: (found as readonly AccountRecord[]).map((account) => ({
      ...account,
      isWhole: Boolean(account.isWhole),
    })),
    unfinishedTenants: await texts(unfinished),
    strayCredentials: hasKeycloak ? [] : await texts(stray),
    outbox: (await ask(outbox)) as unknown as readonly OutboxRecord[],
    audit: (await ask(audit)) as unknown as readonly AuditRecord[],
  }
}

const accounts = `
  select a.id, a.username, a.tenant_id as "tenantId", a.standing,
    (t.id is not null and t.standing = 'active' and r.id is not null and u.id is not null) as "isWhole"
  from accounts as a
  left join tenants as t on t.id = a.tenant_id
  left join local_realms as r on r.reservation = t.reservation
  left join local_users as u on u.id = a.credential_id and u.realm_id = r.id
    and u.username = a.username`

const keycloakAccounts = `
  select a.id, a.username, a.tenant_id as "tenantId", a.standing,
    (t.id is not null and t.standing = 'active' and r.standing is not null and r.standing = 'live')
      as "isWhole"
  from accounts as a
  left join tenants as t on t.id = a.tenant_id
  left join realm_accounts as r on r.reservation = t.reservation and r.realm = t.id`

const unfinished = `
  select id as text from tenants as t where standing <> 'active'
    or not exists (select 1 from accounts where tenant_id = t.id)`

const stray = `
  select 'realm ' || name as text from local_realms as r
    where not exists (select 1 from tenants where reservation = r.reservation)
  union all
  select 'user ' || username from local_users as u
    where not exists (select 1 from accounts where credential_id = u.id)`

const outbox = `
  select id, account_id as "accountId", kind, not_after as "notAfter", settled_at as "settledAt", reason
  from outbox`

const audit = `
  select kind, outcome, account_id as "accountId", request_id as "requestId" from audit_log`
