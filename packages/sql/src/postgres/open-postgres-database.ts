import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { guardPool } from './guard-pool.ts'
import { postgresFailure } from './postgres-fault.ts'
import { createRetrying, runTransaction } from './retrying.ts'

/** Where a PostgreSQL is, and how long it may take. */
export interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`, with options of the driver such as
   * `?sslmode=verify-full`. Never in an error.
   */
  readonly url: string
  /** Most connections at the same time, at least 1; 10 unless given. */
  readonly poolSize?: number
  /** How long to wait for a connection, and for a server that is away; 5 unless given. */
  readonly connectSeconds?: number
  /** How long a statement may take, and a transaction may be idle; 10 unless given. */
  readonly statementSeconds?: number
  /** How long a statement may wait for the locks of others; 5 unless given. */
  readonly lockSeconds?: number
  /** Called for each connection that ended by itself. The message of the error holds no secret. */
  readonly onConnectionLost?: (error: Error) => void
}

/** How much longer the client waits than the server does for a statement, in seconds. */
const graceSeconds = 5

/** After this long a connection is replaced, so that all come to a new server in the end. */
const connectionSeconds = 1800

/**
 * Opens a database on PostgreSQL or a server that speaks its protocol. Connections are made when
 * they are needed and again after they were lost: to open it asks nothing of the server.
 *
 * @throws {TypeError} When the address is not a URL.
 */
export function openPostgresDatabase(options: PostgresOptions): Database {
  if (!URL.canParse(options.url)) throw new TypeError('the address of the database is none')
  const { connectSeconds = 5, statementSeconds = 10, lockSeconds = 5, poolSize = 10 } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: 'gatehouse',
    max: poolSize,
    connectionTimeoutMillis: connectSeconds * 1000,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: connectionSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementSeconds * 1000,
    idle_in_transaction_session_timeout: statementSeconds * 1000,
    lock_timeout: lockSeconds * 1000,
    types: numbersAsNumbers(),
  })
  const clientTimeoutMs = (statementSeconds + graceSeconds) * 1000
  listenForLosses(pool, options.onConnectionLost)
  const db = new Kysely<Schema>({ dialect: guardedDialect(guardPool(pool, { clientTimeoutMs })) })
  const limits = { conflictMs: statementSeconds * 1000, connectionMs: connectSeconds * 1000 }
  const retrying = createRetrying(limits)
  // Apart from the transactions: reads have no conflicts, and need not wait for those that have.
  const retryingReads = createRetrying(limits)
  let closing: Promise<void> | undefined
  return {
    flavour: 'postgres',
    db,
    transaction: (work) => retrying(() => runTransaction(db, work)),
    read: (ask) => retryingReads(() => ask(db)),
    poolUse: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: poolSize,
    }),
    // Not through Kysely: its error after that could not be told from a bug.
    async close() {
      closing ??= pool.end()
      await closing
    },
  }
}

/** Whole numbers of eight bytes, moments and counts, come as numbers. */
function numbersAsNumbers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  return types
}

/**
 * Without listeners the loss of a connection would end the process: the pool's is for an idle
 * connection, the connection's own for one in use.
 */
function listenForLosses(pool: pg.Pool, onConnectionLost: (error: Error) => void = () => {}): void {
  const tell = (error: Error) => {
    const { cause } = postgresFailure(error, 'store') ?? {}
    onConnectionLost(cause instanceof Error ? cause : new Error('unknown'))
  }
  pool.on('error', tell)
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
}

function guardedDialect(pool: PostgresPool): PostgresDialect {
  return Object.assign(new PostgresDialect({ pool }), {
    createAdapter: unlockedAdapter,
  })
}

/** Not every server has the lock that Kysely takes for migrations; `migrate` has its own. */
function unlockedAdapter(): PostgresAdapter {
  return Object.assign(new PostgresAdapter(), {
    acquireMigrationLock: async () => {},
    releaseMigrationLock: async () => {},
  })
}
