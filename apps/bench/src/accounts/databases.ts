import { rmSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@gatehouse/sql/testing'
import {
  createPostgresServer,
  type PostgresServer,
  removePostgresServer,
} from '@gatehouse/test-services'
import { cores, pinnedTo } from '../processes/cores.ts'
import { type FamilyCpu, familyCpu } from './cpu-meter.ts'

/** One empty database. */
export interface EmptyDatabase {
  /** For `DATABASE_URL`. */
  readonly url: string
  /** How many bytes it takes now. */
  bytes(): Promise<number>
  /** Its server; not set for a database without one. */
  readonly server?: DatabaseServer
  /** Removes it. */
  remove(): Promise<void>
}

/** A database server at work. */
export interface DatabaseServer {
  /** CPU time that its processes have used so far. */
  cpu(): FamilyCpu
  /** Statements that were run on this database, `begin` and `commit` among them. */
  statements(): Promise<number>
  /** Connections that are open to it, the one that asks left out. */
  connections(): Promise<number>
}

/** Makes databases of one kind. */
export interface Databases {
  readonly name: string
  /** Makes a database. */
  create(): Promise<EmptyDatabase>
  /** Removes all databases, and stops the server. */
  stop(): Promise<void>
}

/** The kinds, by their names on the command line. */
export const databaseKinds = {
  sqlite: sqliteDatabases,
  postgres: () => postgresDatabases(),
} as const

/** Settings for a machine with a few GiB for the database; acknowledged changes survive a power cut. */
const settings = [
  'fsync=on',
  'shared_buffers=1GB',
  'max_wal_size=4GB',
  'shared_preload_libraries=pg_stat_statements',
]

/** Files in a folder of their own. */
export async function sqliteDatabases(): Promise<Databases> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  let made = 0
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return {
    name: 'SQLite',
    async create() {
      made += 1
      const file = join(folder, `${made}.sqlite`)
      return {
        url: `sqlite:${file}`,
        bytes: () => sqliteBytes(file),
        remove: async () => {
          for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true })
        },
      }
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}

async function sqliteBytes(file: string): Promise<number> {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((each) =>
      stat(each).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Databases on a server of our own.
 *
 * @param prepare Changes the server before it is used.
 * @throws {Error} When PostgreSQL is not installed.
 */
export async function postgresDatabases(
  prepare: (server: PostgresServer) => Promise<PostgresServer> = async (server) => server,
): Promise<Databases> {
  const server = await prepare(await createPostgresServer({ settings }))
  const killAtExit = () => killServer(server)
  process.once('exit', killAtExit)
  pinnedTo(cores.others, server)
  return {
    name: 'PostgreSQL',
    create: () => createOn(server),
    async stop() {
      process.off('exit', killAtExit)
      await removePostgresServer(server)
    },
  }
}

/** Kills the server at once: when a benchmark is interrupted, nothing can be awaited. */
function killServer({ dataFolder, pid }: PostgresServer): void {
  process.kill(pid, 'SIGQUIT')
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

async function createOn({ pid, url: serverUrl }: PostgresServer): Promise<EmptyDatabase> {
  const { ask, drop, url } = await createDatabase(serverUrl)
  await ask('create extension pg_stat_statements')
  const number = async (statement: string) => {
    const [row = {}] = await ask(statement)
    return Number(Object.values(row)[0])
  }
  return {
    url,
    bytes: () => number('select pg_database_size(current_database())'),
    server: {
      cpu: () => familyCpu(pid),
      statements: () => number(statementsQuery),
      connections: () => number(connectionsQuery),
    },
    remove: drop,
  }
}

const statementsQuery = `select coalesce(sum(calls), 0) from pg_stat_statements
  join pg_database on pg_database.oid = dbid
  where datname = current_database() and query not like '%pg_stat_statements%'`

const connectionsQuery = `select count(*) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
