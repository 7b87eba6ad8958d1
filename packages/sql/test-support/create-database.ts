import { randomBytes } from 'node:crypto'
import { findPostgresService } from '@gatehouse/test-services'
import pg from 'pg'

/** A PostgreSQL database for one test, or one file of tests. */
export interface TestDatabase {
  readonly url: string
  /** Runs one statement over a connection of its own. Counts come as numbers. */
  ask(
    statement: string,
    ...values: readonly unknown[]
  ): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Locks a table, so that others wait for it. @returns What releases the lock. */
  lock(table: string): Promise<() => Promise<void>>
  /** Removes the database, and ends connections that are still open to it. */
  drop(): Promise<void>
}

/**
 * Makes an empty database.
 *
 * @param serverUrl The address of a server, as its administrator. By default that of
 *   `npm run services`.
 * @throws {Error} When that service does not run.
 */
export async function createDatabase(serverUrl = serviceUrl()): Promise<TestDatabase> {
  const name = `gatehouse_${randomBytes(8).toString('hex')}`
  await on(serverUrl, (client) => client.query(`create database ${name}`))
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  const url = address.href
  return {
    url,
    async ask(statement, ...values) {
      const { rows } = await on(url, (client) => client.query(statement, [...values]))
      return rows as Readonly<Record<string, unknown>>[]
    },
    async lock(table) {
      const client = await connect(url)
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      return () => client.end()
    },
    async drop() {
      await on(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

function serviceUrl(): string {
  const server = findPostgresService()
  if (server === undefined) throw new Error('PostgreSQL is not running: npm run services')
  return server.url
}

async function on<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  const client = new pg.Client({ connectionString: url, types })
  await client.connect()
  return client
}
