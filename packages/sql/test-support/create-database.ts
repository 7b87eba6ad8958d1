import { randomBytes } from 'node:crypto'
import { findPostgresService } from '@gatehouse/test-services'
import pg from 'pg'

/** A database that belongs to whoever made it. */
export interface TestDatabase {
  readonly url: string
  /** Runs one statement on it, behind the back of whoever uses it. Counts come as numbers. */
  ask(
    statement: string,
    ...values: readonly unknown[]
  ): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Keeps others from a table until it is called. @returns What lets them at it again. */
  lock(table: string): Promise<() => Promise<void>>
  /** Ends whoever still uses it. */
  drop(): Promise<void>
}

/**
 * Makes an empty database.
 *
 * @param serverUrl Of the server's administrator; of the one of `npm run services` unless given.
 * @throws {Error} When that one does not run.
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
