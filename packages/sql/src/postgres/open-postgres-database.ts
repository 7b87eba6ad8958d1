import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
} from 'kysely'
import type pg from 'pg'
import type { Database } from '../database.ts'
import { inSchema } from '../in-schema.ts'
import type { Schema } from '../schema.ts'
import { borrowPool, type UsedPool } from './borrow-pool.ts'
import { type GuardedPool, guardPool } from './guard-pool.ts'
import { openPool, type PostgresLimits } from './open-pool.ts'
import type { PostgresOptions } from './postgres-options.ts'
import { createRetrying } from './retrying.ts'
import { createTransactions } from './run-transaction.ts'

/** Seconds that the client waits for a statement longer than the server. */
const graceSeconds = 5

/**
 * Opens a database on PostgreSQL or a compatible server. Connections are made when needed, and again after a
 * loss; opening sends nothing to the server.
 *
 * @throws {TypeError} When the address is not a URL, or the schema has a name that is not allowed.
 */
export function openPostgresDatabase(options: PostgresOptions): Database {
  const { schema, statementSeconds = 10, lockSeconds = 5 } = options
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new TypeError('the schema has a name that is not allowed')
  }
  const limits = { statementMs: statementSeconds * 1000, lockMs: lockSeconds * 1000 }
  const { pool, max, connectSeconds, onStart = [] } = poolOf(options, limits)
  const guarded = guardPool(pool, { clientTimeoutMs: (statementSeconds + graceSeconds) * 1000 })
  const plugins = schema === undefined ? [] : [inSchema(schema)]
  const dialect = guardedDialect(guarded)
  const db = new Kysely<Schema>({ dialect, plugins })
  const runTransaction = createTransactions({ db, dialect, pool: guarded, onStart })
  const patience = { conflictMs: limits.statementMs, connectionMs: connectSeconds * 1000 }
  const retrying = createRetrying(patience)
  // Separate from transactions: reads have no conflicts, and need not wait for transactions with conflicts.
  const retryingReads = createRetrying(patience)
  let closing: Promise<void> | undefined
  return {
    flavour: 'postgres',
    ...(schema !== undefined && { schema }),
    db,
    transaction: (work) => retrying(() => runTransaction(work)),
    read: (ask) => retryingReads(() => ask(db)),
    together: (statements) => retryingReads(() => runTogether(guarded, statements(db))),
    poolUse: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max,
    }),
    // Not through Kysely, whose later error could not be distinguished from a bug.
    async close() {
      closing ??= pool.end()
      await closing
    },
  }
}

async function runTogether(pool: GuardedPool, statements: readonly CompiledQuery[]): Promise<void> {
  const client = await pool.connect()
  try {
    const answers = await client.run(
      statements.map(({ sql: text, parameters: values }) => ({ text, values })),
    )
    if ('failure' in answers) throw answers.failure
  } finally {
    client.release()
  }
}

interface ReadyPool {
  readonly pool: UsedPool
  readonly max: number
  readonly connectSeconds: number
  /** Statements that follow the one that starts a transaction. */
  readonly onStart?: readonly string[]
}

function poolOf(options: PostgresOptions, limits: PostgresLimits): ReadyPool {
  if (!('pool' in options)) {
    const { poolSize: max = 10, connectSeconds = 5 } = options
    return {
      pool: openPool({ ...options, poolSize: max, connectSeconds }, limits),
      max,
      connectSeconds,
    }
  }
  const host = options.pool as pg.Pool
  return {
    pool: borrowPool(host),
    max: host.options.max ?? 10,
    connectSeconds: 5,
    onStart: limitsOfTransaction(limits),
  }
}

/** What connections of our own have from their start, for one transaction on those of a host. */
function limitsOfTransaction({ statementMs, lockMs }: PostgresLimits): readonly string[] {
  return [
    `set local statement_timeout = ${statementMs}`,
    `set local idle_in_transaction_session_timeout = ${statementMs}`,
    `set local lock_timeout = ${lockMs}`,
  ]
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
