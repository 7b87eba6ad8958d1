import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { guardPool } from './guard-pool.ts'
import { postgresFailure } from './postgres-fault.ts'
import { createRetrying, runTransaction } from './retrying.ts'

/** The address of a PostgreSQL, and its time limits. */
export interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`, with options of the driver such as
   * `?sslmode=verify-full`. Never in an error.
   */
  readonly url: string
  /** The largest number of connections, at least 1; 10 unless given. */
  readonly poolSize?: number
  /** Seconds to wait for a connection, or for an unreachable server; 5 unless given. */
  readonly connectSeconds?: number
  /** Seconds that a statement may take, and that a transaction may be idle; 10 unless given. */
  readonly statementSeconds?: number
  /** Seconds that a statement may wait for locks; 5 unless given. */
  readonly lockSeconds?: number
  /** Called for each connection that was lost. The message of the error holds no secret. */
  readonly onConnectionLost?: (error: Error) => void
}

/** Seconds that the client waits for a statement longer than the server. */
const graceSeconds = 5

/** Seconds after which a connection is replaced, so that in time all use a new server. */
const connectionSeconds = 1800

/**
 * Opens a database on PostgreSQL or a compatible server. Connections are made when needed, and again after a
 * loss; opening sends nothing to the server.
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
  // Separate from transactions: reads have no conflicts, and need not wait for transactions with conflicts.
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
    // Not through Kysely, whose later error could not be distinguished from a bug.
    async close() {
      closing ??= pool.end()
      await closing
    },
  }
}

/** Returns eight-byte integers (moments and counts) as numbers. */
function numbersAsNumbers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  return types
}

/**
 * Adds listeners, without which a lost connection would end the process: the pool's is for idle connections,
 * the connection's own for one in use.
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
