import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createPostgresServer,
  type PostgresServer,
  removePostgresServer,
  startAgain,
  stopPostgresServer,
} from '@gatehouse/test-services'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type CuttableProxy, startCuttableProxy } from '../../test-support/cuttable-proxy.ts'
import type { Database, Queries } from '../database.ts'
import { openPostgresDatabase } from './open-postgres-database.ts'

let server: PostgresServer
let proxy: CuttableProxy
let database: Database
let lost: Error[]

beforeAll(async () => {
  server = await createPostgresServer()
  proxy = await startCuttableProxy(server.port)
})

afterAll(async () => {
  await proxy?.close()
  await removePostgresServer(server)
})

beforeEach(async () => {
  proxy.mend()
  lost = []
  const url = Object.assign(new URL(server.url), { port: String(proxy.port) }).href
  const onConnectionLost = (error: Error) => lost.push(error)
  database = openPostgresDatabase({
    url,
    connectSeconds: 30,
    statementSeconds: 1,
    onConnectionLost,
  })
  await sql`create table if not exists notes (text text)`.execute(database.db)
  await sql`delete from notes`.execute(database.db)
})

afterEach(() => database.close())

it('works after a restart of the server as if there had been none', async () => {
  await Promise.all([1, 2, 3].map((number) => database.transaction(note(`before ${number}`))))
  await stopPostgresServer(server)
  server = await startAgain(server)
  await Promise.all([1, 2, 3].map((number) => database.transaction(note(`after ${number}`))))
  expect(await notes()).toHaveLength(6)
  expect(lost.length).toBeGreaterThan(0)
})

it('F-9: leaves a hot standby at once, and works when it has become the server', async () => {
  await database.transaction(note('before'))
  await stopPostgresServer(server)
  await writeFile(join(server.dataFolder, 'data', 'standby.signal'), '')
  server = await startAgain(server)
  const noted = database.transaction(note('after'))
  await sleep(500)
  // Each try was on a connection of its own, which was closed.
  expect(database.poolUse?.().idle).toBe(0)
  await sql`select pg_promote()`.execute(database.db)
  await noted
  expect(await notes()).toEqual(['before', 'after'])
})

it('waits for a server that comes back, with transactions and with questions', async () => {
  await stopPostgresServer(server)
  const noted = database.transaction(note('late'))
  const read = notes()
  await sleep(200)
  server = await startAgain(server)
  await Promise.all([noted, read])
  expect(await notes()).toEqual(['late'])
})

it('runs a transaction again when the server crashed in the midst of it', async () => {
  let runs = 0
  await database.transaction(async (tx) => {
    runs += 1
    await note('once')(tx)
    if (runs === 1) {
      await stopPostgresServer(server, 'immediate')
      server = await startAgain(server)
    }
    await note('twice')(tx)
  })
  expect(runs).toBe(2)
  expect(await notes()).toEqual(['once', 'twice'])
})

it('does not repeat a commit whose answer was lost', async () => {
  let runs = 0
  proxy.cutAfter('commit')
  const work = database.transaction(async (tx) => {
    runs += 1
    await note('kept')(tx)
  })
  await expect(work).rejects.toMatchObject({ port: 'store', failure: 'timeout' })
  proxy.mend()
  expect(runs).toBe(1)
  expect(await notes()).toEqual(['kept'])
})

it('fails when the server stays away, and works when it is back', async () => {
  const impatient = openPostgresDatabase({ url: server.url, connectSeconds: 1 })
  await stopPostgresServer(server)
  const unavailable = { port: 'store', failure: 'unavailable' }
  await expect(impatient.transaction(note('nowhere'))).rejects.toMatchObject(unavailable)
  server = await startAgain(server)
  await impatient.transaction(note('here'))
  expect(await notes()).toEqual(['here'])
  await impatient.close()
})

it('gives up a connection on which nothing comes any more, and takes another', async () => {
  await database.transaction(note('first'))
  proxy.freeze()
  await database.transaction(note('second'))
  expect(await notes()).toEqual(['first', 'second'])
})

function note(text: string): Queries<void> {
  return async (db) => {
    await sql`insert into notes values (${text})`.execute(db)
  }
}

async function notes(): Promise<readonly string[]> {
  const { rows } = await database.read((db) =>
    sql<{ text: string }>`select text from notes`.execute(db),
  )
  return rows.map(({ text }) => text)
}
