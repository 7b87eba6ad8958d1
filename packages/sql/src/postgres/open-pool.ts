import pg from 'pg'
import { postgresFailure } from './postgres-fault.ts'
import type { PostgresAddress } from './postgres-options.ts'

/** Time limits in milliseconds. */
export interface PostgresLimits {
  /** Of a statement, and of a transaction that is idle. */
  readonly statementMs: number
  /** Of waiting for locks. */
  readonly lockMs: number
}

/** Seconds after which a connection is replaced, so that in time all use a new server. */
const connectionSeconds = 1800

/**
 * Opens a pool of connections, with limits that every connection has from its start.
 *
 * @throws {TypeError} When the address is not a URL.
 */
export function openPool(
  { url, poolSize = 10, connectSeconds = 5, onConnectionLost }: PostgresAddress,
  { statementMs, lockMs }: PostgresLimits,
): pg.Pool {
  if (!URL.canParse(url)) throw new TypeError('the address of the database is none')
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'gatehouse',
    max: poolSize,
    connectionTimeoutMillis: connectSeconds * 1000,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: connectionSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
    lock_timeout: lockMs,
  })
  listenForLosses(pool, onConnectionLost)
  return pool
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
