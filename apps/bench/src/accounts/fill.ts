import {
  createLocalCredentialStore,
  type Database,
  migrate,
  openPostgresDatabase,
  openSqliteDatabase,
} from '@gatehouse/sql'
import { sql } from 'kysely'
import { insertBelongings } from './belongings.ts'
import { insertRows } from './insert-rows.ts'
import { countTenants } from './people.ts'
import { accountRow, type FillPlan, firstMoment, mailRows, tenantRow } from './rows.ts'

/** An account with a live session. */
export interface FilledAccount {
  /** Its number, from 0, in the order in which accounts were made. */
  readonly number: number
  readonly id: string
  readonly tenantId: string
  readonly credentialId: string
  readonly sessionId: string
}

/** The password of all accounts. */
export const password = 'correct horse battery staple'

/** Rows of one statement. */
const batch = 5000

/** The largest number of accounts that are returned, evenly spread. */
const maxSamples = 5000

/** Opens the database of a `DATABASE_URL`, with 600 seconds for a statement, as some read everything. */
export function openFilled(url: string): Database {
  return url.startsWith('sqlite:')
    ? openSqliteDatabase({ file: url.slice('sqlite:'.length) })
    : openPostgresDatabase({ url, statementSeconds: 600 })
}

/**
 * Makes the tables and fills them as if the accounts had come one after the other.
 *
 * @returns Some of the accounts.
 */
export async function fill(
  url: string,
  plan: Omit<FillPlan, 'passwordHash'>,
): Promise<readonly FilledAccount[]> {
  const whole = { ...plan, passwordHash: await hashOf(password) }
  const database = openFilled(url)
  try {
    await migrate(database)
    await hurry(database)
    await inBatches(countTenants(plan.accounts), (numbers) =>
      insertRows(
        database,
        'tenants',
        numbers.map((number) => tenantRow(number, whole)),
      ),
    )
    await inBatches(plan.accounts, async (numbers) => {
      const rows = numbers.map((number) => accountRow(number, whole))
      await insertRows(database, 'accounts', rows)
      await insertRows(database, 'outbox', mailRows(rows, whole))
    })
    await insertBelongings(database, whole)
    if (database.flavour === 'postgres') await sql`vacuum analyze`.execute(database.db)
    return await readSamples(database, whole)
  } finally {
    await database.close()
  }
}

/** Switches durability off: a filled database can be filled again after a power cut. */
export async function hurry({ db, flavour }: Database): Promise<void> {
  if (flavour !== 'sqlite') return
  await sql`pragma synchronous = off`.execute(db)
  await sql`pragma cache_size = -2000000`.execute(db)
}

async function inBatches(
  count: number,
  work: (numbers: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < count; start += batch) {
    const length = Math.min(batch, count - start)
    await work(Array.from({ length }, (_, index) => start + index))
  }
}

async function readSamples(
  { db }: Database,
  { accounts, now }: FillPlan,
): Promise<readonly FilledAccount[]> {
  const first = firstMoment(now)
  const step = Math.max(1, Math.floor(accounts / maxSamples))
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('sessions', 'sessions.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.tenant_id', 'accounts.credential_id'])
    .select(['accounts.created_at', 'sessions.id as session_id'])
    .where(sql<boolean>`(accounts.created_at - ${first}) % ${step} = 0`)
    .orderBy('accounts.created_at')
    .execute()
  return rows.map((row) => ({
    number: row.created_at - first,
    id: row.id,
    tenantId: row.tenant_id,
    credentialId: row.credential_id,
    sessionId: row.session_id,
  }))
}

/** As the gateway itself makes it. */
async function hashOf(text: string): Promise<string> {
  const database = openSqliteDatabase({ file: ':memory:' })
  try {
    await migrate(database)
    const realm = { id: 'realm', name: 'Realm', reservation: 'none' }
    const person = { username: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'L' }
    await database.db
      .insertInto('tenants')
      .values({ ...realm, standing: 'reserved', reserved_by: '', otp_enabled: 1, created_at: 1 })
      .execute()
    await createLocalCredentialStore(database).createTenant(realm, { ...person, password: text })
    const { password_hash } = await database.db
      .selectFrom('local_users')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    return password_hash
  } finally {
    await database.close()
  }
}
