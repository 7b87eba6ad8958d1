import {
  findPostgresService,
  type NetworkBetween,
  startNetworkBetween,
} from '@gatehouse/test-services'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { postgresDatabase } from '../../test-support/postgres-database.ts'
import type { Database } from '../database.ts'
import { write } from '../deferred-writes.ts'
import type { Schema } from '../schema.ts'
import { openPostgresDatabase } from './open-postgres-database.ts'

const address = postgresDatabase()
let network: NetworkBetween
let database: Database

beforeAll(async () => {
  network = await startNetworkBetween({ serverPort: findPostgresService()?.port ?? 0 })
  const url = Object.assign(new URL(address()), { port: String(network.port) }).href
  database = openPostgresDatabase({ url, poolSize: 1 })
  await sql`create table notes (text text primary key)`.execute(database.db)
})

afterAll(async () => {
  await database?.close()
  await network?.close()
})

beforeEach(async () => {
  await sql`delete from notes`.execute(database.db)
})

/** How often some work waits for the server. */
async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const before = network.trips()
  await work()
  return network.trips() - before
}

const one = (db: Kysely<Schema>) => sql`select 1 as one`.execute(db)

function note(db: Kysely<Schema>, text: string): Promise<void> {
  return write(db, { compile: () => sql`insert into notes values (${text})`.compile(db) })
}

async function notes(db: Kysely<Schema> = database.db): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(db)
  return rows.map(({ text }) => text)
}

describe('a transaction waits for the server', () => {
  it('twice, for what it asks at once and for its commit, whatever it writes', async () => {
    const trips = await tripsOf(() =>
      database.transaction(async (db) => {
        await Promise.all([one(db), notes(db), one(db)])
        for (const text of ['a', 'b', 'c']) await note(db, text)
      }),
    )
    expect(trips).toBe(2)
    expect(await notes()).toEqual(['a', 'b', 'c'])
  })

  it('once for each question that waits for the one before', async () => {
    const trips = await tripsOf(() =>
      database.transaction(async (db) => {
        await one(db)
        await note(db, 'a')
        expect(await notes(db)).toEqual(['a'])
        await note(db, 'b')
        expect(await notes(db)).toEqual(['a', 'b'])
      }),
    )
    expect(trips).toBe(4)
  })

  it('twice when it only writes: a commit does not go out with the first statements', async () => {
    const trips = await tripsOf(() =>
      database.transaction(async (db) => {
        await note(db, 'a')
        await note(db, 'b')
      }),
    )
    expect(trips).toBe(2)
    expect(await notes()).toEqual(['a', 'b'])
  })

  it('never when it does nothing', async () => {
    expect(await tripsOf(() => database.transaction(async () => 'nothing'))).toBe(0)
  })

  it('once more to undo what it began', async () => {
    const trips = await tripsOf(() =>
      expect(
        database.transaction(async (db) => {
          await note(db, 'a')
          await one(db)
          throw new Error('changed my mind')
        }),
      ).rejects.toThrow('changed my mind'),
    )
    expect(trips).toBe(2)
    expect(await notes()).toEqual([])
  })

  it('never to undo what it has not sent', async () => {
    const trips = await tripsOf(() =>
      expect(
        database.transaction(async (db) => {
          await note(db, 'a')
          throw new Error('changed my mind')
        }),
      ).rejects.toThrow('changed my mind'),
    )
    expect(trips).toBe(0)
    expect(await notes()).toEqual([])
  })
})

describe('of statements that are sent together', () => {
  it('one that fails keeps all behind it from running, and fails the transaction', async () => {
    const work = database.transaction(async (db) => {
      await note(db, 'a')
      await note(db, 'a')
      await note(db, 'b')
      const [found] = await Promise.allSettled([notes(db), one(db)])
      expect(found).toMatchObject({ status: 'rejected', reason: { failure: 'rejected' } })
    })
    await expect(work).rejects.toMatchObject({ port: 'store', failure: 'rejected' })
    expect(await notes()).toEqual([])
  })

  it('those in front of one that fails are answered', async () => {
    let answers: readonly PromiseSettledResult<unknown>[] = []
    const work = database.transaction(async (db) => {
      answers = await Promise.allSettled([
        notes(db),
        sql`select * from nothing`.execute(db),
        one(db),
      ])
    })
    await expect(work).rejects.toMatchObject({ port: 'store', failure: 'unavailable' })
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  it('a write that fails with the commit fails the transaction', async () => {
    const work = database.transaction(async (db) => {
      await one(db)
      await note(db, 'a')
      await note(db, 'a')
    })
    await expect(work).rejects.toMatchObject({ port: 'store', failure: 'rejected' })
    expect(await notes()).toEqual([])
  })

  it('a value that cannot be sent is our bug, and nothing is committed', async () => {
    const ring: { self?: unknown } = {}
    ring.self = ring
    const work = database.transaction(async (db) => {
      await note(db, 'a')
      await Promise.all([sql`select ${ring}::json`.execute(db), note(db, 'b'), one(db)])
    })
    await expect(work).rejects.toThrow(TypeError)
    expect(await notes()).toEqual([])
  })
})

it('a row is read as in a statement of its own', async () => {
  const row = sql`select 1::int8 as count, null as nothing, 'ä' as text, 1.5::float8 as half, '{"a":1}'::json as json`
  const alone = await database.read((db) => row.execute(db))
  const together = await database.transaction(async (db) =>
    Promise.all([row.execute(db), row.execute(db)]),
  )
  expect(together.map(({ rows }) => rows)).toEqual([alone.rows, alone.rows])
})

it('says how many rows a change has touched', async () => {
  const changed = await database.transaction(async (db) => {
    await note(db, 'a')
    await note(db, 'b')
    return Promise.all([
      sql`update notes set text = text || '!'`.execute(db),
      sql`delete from notes where text = 'c'`.execute(db),
    ])
  })
  expect(changed.map(({ numAffectedRows }) => numAffectedRows)).toEqual([2n, 0n])
})

it('works in a pool of a host whose driver sends ahead by itself', async () => {
  const pool = new pg.Pool({ connectionString: address(), max: 1, pipeline: true } as pg.PoolConfig)
  const hosted = openPostgresDatabase({ pool })
  await hosted.transaction(async (db) => {
    await note(db, 'a')
    expect(await Promise.all([notes(db), one(db)])).toMatchObject([['a'], { rows: [{ one: 1 }] }])
    await note(db, 'b')
  })
  expect(await notes()).toEqual(['a', 'b'])
  await hosted.close()
  await pool.end()
})
