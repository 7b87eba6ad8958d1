import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestEnvironment } from '../../testing/test-environment.ts'

/**
 * Makes an installation one of many people, behind the back of its gateway: so many more
 * organizations like one that is there, each with its account, session, password and audit record.
 */
export function grow(
  { dataDir }: Pick<TestEnvironment, 'dataDir'>,
  { like, by }: { readonly like: string; readonly by: number },
): void {
  const database = new DatabaseSync(join(dataDir, 'gatehouse.sqlite'))
  database.exec('begin; create temp table numbers (n integer primary key)')
  database.exec(`insert into numbers with recursive counted (n) as
    (select 1 union all select n + 1 from counted where n < ${by}) select n from counted`)
  const account = database.prepare('select * from accounts where username = ?').get(like) ?? {}
  for (const [table, where] of [
    ['tenants', `id = '${account.tenant_id}'`],
    ['accounts', `id = '${account.id}'`],
    ['sessions', `rowid = (select max(rowid) from sessions where account_id = '${account.id}')`],
    [
      'local_realms',
      `id = (select realm_id from local_users where id = '${account.credential_id}')`,
    ],
    ['local_users', `id = '${account.credential_id}'`],
    ['audit_log', `seq = (select max(seq) from audit_log where account_id = '${account.id}')`],
  ] as const) {
    const rows = database.prepare(`select name from pragma_table_info(?)`).all(table)
    const columns = rows.map(({ name }) => String(name)).filter((name) => name !== 'seq')
    const names = columns.map((name) => `"${name}"`)
    const values = columns.map((name) => {
      if (unchained.has(name)) return 'null'
      return numbered.has(name) ? `"${name}" || ' ' || n` : `"${name}"`
    })
    database.exec(`insert into ${table} (${names.join()})
      select ${values.join()} from (select * from ${table} where ${where}), numbers`)
  }
  database.exec('commit')
  database.close()
}

/** The place of an audit record in the chain, which a copy does not have yet. */
const unchained: ReadonlySet<string> = new Set(['position', 'hash'])

/** What names something, or is of one alone. */
const numbered: ReadonlySet<string> = new Set([
  'id',
  'account_id',
  'tenant_id',
  'realm_id',
  'credential_id',
  'username',
  'email',
  'email_canonical',
  'name',
  'reservation',
  'api_key_hash',
])
