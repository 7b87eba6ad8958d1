import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { runningPostgres } from './service/service-file.ts'

/** A database that belongs to whoever made it. */
export interface TestDatabase {
  readonly url: string
  readonly name: string
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
  await administer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    name,
    drop: () => administer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

function serviceUrl(): string {
  const server = runningPostgres()
  if (server === undefined) throw new Error('PostgreSQL is not running: npm run services')
  return server.url
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
