import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { createDatabase, type TestDatabase } from '@gatehouse/sql/testing'
import {
  createPostgresServer,
  type PostgresServer,
  removePostgresServer,
  startAgain,
  stopPostgresServer,
} from '@gatehouse/test-services'
import type { Relay } from './relay.ts'

/** Milliseconds to wait for a transaction of a gateway. */
const busyMs = 20_000

/** The records of the gateways, and what they are on. */
export interface OpenStore {
  readonly database: Pick<TestDatabase, 'ask'>
  /** What gateways and commands find it by. */
  readonly settings: Readonly<Record<string, string>>
  /** The port of the server; that of nothing on SQLite. */
  readonly port: number
  /** The settings of a gateway that reaches it over a relay. */
  over(relay: Pick<Relay, 'port'>): Readonly<Record<string, string>>
  stop(how: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  /** Ends it, and removes its data. */
  close(): Promise<void>
}

/** Starts a PostgreSQL. @param env More of its environment. */
export async function openPostgresStore(
  env: Readonly<Record<string, string>> = {},
): Promise<OpenStore> {
  let server: PostgresServer = await createPostgresServer({ env })
  const database = await createDatabase(server.url)
  return {
    database,
    settings: { DATABASE_URL: database.url },
    port: server.port,
    over({ port }) {
      const address = new URL(database.url)
      address.port = String(port)
      return { DATABASE_URL: address.href }
    },
    stop: (how) => stopPostgresServer(server, how),
    async start() {
      server = await startAgain(server)
    },
    close: () => removePostgresServer(server),
  }
}

/** A SQLite database in a folder, which one gateway has for itself. @param given A temporary one unless given. */
export async function openSqliteStore(given?: string): Promise<OpenStore> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'gatehouse-chaos-data-')))
  const hasNoServer = async () => {
    throw new Error('SQLite has no server')
  }
  return {
    database: { ask: async (...asked) => askFile(join(folder, 'gatehouse.sqlite'), ...asked) },
    settings: { DATA_DIR: folder },
    port: 0,
    over: () => ({}),
    stop: hasNoServer,
    start: hasNoServer,
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Runs one statement behind the gateway's back, with parameters as on PostgreSQL. */
function askFile(file: string, statement: string, ...values: readonly unknown[]) {
  const database = new DatabaseSync(file, { timeout: busyMs })
  try {
    const asked = database.prepare(statement.replaceAll(/\$(\d+)/g, '?$1'))
    return asked.all(...(values as readonly SQLInputValue[]))
  } finally {
    database.close()
  }
}
