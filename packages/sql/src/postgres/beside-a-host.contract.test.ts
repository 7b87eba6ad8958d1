import {
  credentialStoreContract,
  registerContract,
  storeContract,
} from '@gatehouse/auth-core/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import { createDatabase, type TestDatabase } from '../../test-support/create-database.ts'
import { databaseSubject } from '../../test-support/database-subject.ts'
import { hashesDuring } from '../../test-support/hashes-during.ts'
import { addAccount } from '../../test-support/open-test-store.ts'
import { account } from '../../test-support/samples.ts'
import { createToySealer, toySealer } from '../../test-support/toy-sealer.ts'
import { withReservations } from '../../test-support/with-reservations.ts'
import {
  ageOfTables,
  checkIntegrity,
  checkSealingKey,
  compareLocalCredentials,
  createLocalCredentialStore,
  createPostgresRateLimiter,
  createSqlStore,
  type Database,
  forgetPostgresCounters,
  hasSealedRecords,
  hasSealingKey,
  isMoveUnderWay,
  migrate,
  openPostgresDatabase,
} from '../index.ts'
import { markIncomingMove, unmarkIncomingMove } from '../moving/incoming-move.ts'

let server: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  server = await createDatabase()
  // Tables of the host with names of ours, and columns of its own.
  await server.ask("create table accounts (id integer primary key, owner text default 'host')")
  await server.ask('insert into accounts values (1)')
  await server.ask('create table kysely_migration (name text, timestamp text)')
  await server.ask("insert into kysely_migration values ('2020-of-the-host', '2020')")
  await server.ask('create table incoming_move (of_host text)')
  pool = new pg.Pool({ connectionString: server.url, max: 4 })
})

afterAll(async () => {
  await pool.end()
  await server.drop()
})

const inPool = (schema: string) => openPostgresDatabase({ pool, schema })
const argon2 = { memoryKiB: 64, passes: 1, lanes: 1 }

registerContract(
  { describe, it },
  'PostgreSQL, a schema in the pool of a host',
  storeContract(
    databaseSubject(
      () => () => inPool('contract'),
      (database) => createSqlStore(database, { sealer: toySealer }),
    ),
  ),
)
registerContract(
  { describe, it },
  'PostgreSQL, a schema in the pool of a host',
  credentialStoreContract({
    ...databaseSubject(
      () => () => inPool('credentials'),
      (database) => withReservations(database, createLocalCredentialStore(database, { argon2 })),
    ),
    checksDuring: hashesDuring,
  }),
)

describe('two installations in one database', () => {
  let one: Database
  let other: Database

  beforeEach(async () => {
    one = inPool('one')
    other = openPostgresDatabase({ url: server.url, schema: 'other' })
    await migrate(one)
  })

  afterEach(async () => {
    await Promise.all([one.close(), other.close()])
    await server.ask('drop schema if exists one cascade')
    await server.ask('drop schema if exists other cascade')
  })

  it('have tables, keys and people of their own', async () => {
    expect([await ageOfTables(one), await ageOfTables(other)]).toEqual(['current', 'older'])
    await checkSealingKey(one, { sealer: toySealer })
    expect([await hasSealedRecords(one), await hasSealedRecords(other)]).toEqual([true, false])
    await migrate(other)
    await checkSealingKey(other, { sealer: createToySealer('another') })
    expect(await hasSealingKey(one, { sealer: toySealer })).toBe(true)

    const store = createSqlStore(one, { sealer: toySealer })
    await addAccount(store)
    const found = await store.transaction((tx) => tx.accounts.find(account.id))
    const elsewhere = await createSqlStore(other, { sealer: toySealer }).transaction((tx) =>
      tx.accounts.find(account.id),
    )
    expect([found, elsewhere]).toEqual([account, undefined])
    expect(await compareLocalCredentials(one)).toMatchObject([{ code: 'realm_missing' }])
    expect(await compareLocalCredentials(other)).toEqual([])
    expect([await checkIntegrity(one), await checkIntegrity(other)]).toEqual([[], []])
  })

  it('count attempts apart', async () => {
    await migrate(other)
    const limit = { name: 'login', points: 1, seconds: 3600 }
    await createPostgresRateLimiter(one).take(limit, 'ada')
    expect(await createPostgresRateLimiter(one).take(limit, 'ada')).toMatchObject({
      allowed: false,
    })
    expect(await createPostgresRateLimiter(other).take(limit, 'ada')).toMatchObject({
      allowed: true,
    })
    expect(await forgetPostgresCounters(one, { names: ['login'], subjects: ['ada'] })).toBe(1)
    const { length } = await server.ask('select * from other.counters')
    expect(length).toBe(1)
  })

  it('know of a move into themselves alone', async () => {
    expect([await isMoveUnderWay(one), await isMoveUnderWay(other)]).toEqual([false, false])
    await markIncomingMove(other)
    expect([await isMoveUnderWay(one), await isMoveUnderWay(other)]).toEqual([false, true])
    await unmarkIncomingMove(other)
    expect(await isMoveUnderWay(other)).toBe(false)
  })

  it('leave the tables of the host as they were', async () => {
    await migrate(other)
    await addAccount(createSqlStore(one, { sealer: toySealer }))
    expect(await server.ask('select * from public.accounts')).toEqual([{ id: 1, owner: 'host' }])
    expect(await server.ask('select name from public.kysely_migration')).toEqual([
      { name: '2020-of-the-host' },
    ])
    expect(
      await server.ask("select tablename from pg_tables where schemaname = 'public' order by 1"),
    ).toEqual(['accounts', 'incoming_move', 'kysely_migration'].map((tablename) => ({ tablename })))
  })
})

describe('the pool of a host', () => {
  it('has its own settings again after a transaction of ours, and its own types', async () => {
    const single = new pg.Pool({ connectionString: server.url, max: 1 })
    const database = openPostgresDatabase({
      ...{ pool: single, schema: 'settings' },
      ...{ statementSeconds: 7, lockSeconds: 3 },
    })
    const settings = `select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('lock_timeout') as lock, current_setting('search_path') as path`
    const before = (await single.query(settings)).rows
    const { rows } = await database.transaction((db) => sql.raw(settings).execute(db))
    expect(rows).toMatchObject([{ statement: '7s', idle: '7s', lock: '3s' }])
    expect((await single.query(settings)).rows).toEqual(before)

    const number = 'select 1893456000123::int8 as number'
    const ours = await database.read((db) => sql.raw(number).execute(db))
    expect(ours.rows).toEqual([{ number: 1_893_456_000_123 }])
    expect((await single.query(number)).rows).toEqual([{ number: '1893456000123' }])
    await database.close()
    await single.end()
  })

  it('goes on when we have closed, after what we had under way', async () => {
    const database = inPool('closing')
    const order: string[] = []
    const work = database.transaction(async (db) => {
      await sql`select pg_sleep(0.2)`.execute(db)
      order.push('worked')
    })
    await sql`select 1`.execute(database.db)
    await Promise.all([database.close().then(() => order.push('closed')), work])
    await database.close()
    expect(order).toEqual(['worked', 'closed'])
    await expect(sql`select 1`.execute(database.db)).rejects.toThrow('store unavailable')
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('outlives a connection that is lost while it is ours', async () => {
    const database = inPool('losing')
    const lost = database.transaction((db) =>
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(db),
    )
    await expect(lost).rejects.toMatchObject({ port: 'store' })
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  })
})

it.each(['', 'Shop', 'shop;', 'a"b', '1st', 'a.b', 'x'.repeat(64)])(
  'refuses the schema %j',
  (schema) => {
    expect(() => openPostgresDatabase({ url: server.url, schema })).toThrow(TypeError)
  },
)

it('takes the migrations of a host in another schema for none of ours', async () => {
  const url = new URL(server.url)
  url.searchParams.set('options', '-c search_path=own')
  await server.ask('create schema own')
  const database = openPostgresDatabase({ url: url.href })
  await migrate(database)
  expect(await ageOfTables(database)).toBe('current')
  await database.close()
})
