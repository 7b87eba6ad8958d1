import { PortError } from '@gatehouse/auth-core/ports'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { UsedClient, UsedPool } from './borrow-pool.ts'
import { noStatementTimeout } from './no-statement-timeout.ts'
import { meaningOfFailure, postgresFailure } from './postgres-fault.ts'

interface PoolGuardOptions {
  /**
   * Milliseconds for which the client waits for a statement: longer than the server, in case the server died.
   */
  readonly clientTimeoutMs: number
  /** Statements that follow the one that starts a transaction, on the same way to the server. */
  readonly onStart?: string
}

/**
 * The driver's pool for Kysely, adapted to the promises of our ports. It throws only {@link PortError}. A
 * transaction with a failed statement is not committed, even if the failure was caught. A connection that may
 * be broken is not used again.
 */
export function guardPool(pool: UsedPool, options: PoolGuardOptions): PostgresPool {
  return {
    async connect() {
      if (pool.ending) throw new PortError('store', 'unavailable', new Error('it was closed'))
      try {
        return guardClient(await pool.connect(), options)
      } catch (error) {
        throw postgresFailure(error, 'store') ?? error
      }
    },
    end: () => pool.end(),
    // Kysely reads them to cancel a statement, which is never requested.
    options: {},
  }
}

/** Returns eight-byte integers (moments and counts) as numbers, also over connections of a host. */
const types = numbersAsNumbers()

function numbersAsNumbers(): pg.TypeOverrides {
  const overrides = new pg.TypeOverrides()
  overrides.setTypeParser(pg.types.builtins.INT8, Number)
  return overrides
}

function guardClient(client: UsedClient, options: PoolGuardOptions): PostgresPoolClient {
  const { clientTimeoutMs, onStart } = options
  let failed: unknown
  let isBroken = false
  let isUnlimited = false

  async function query<Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    // For an aborted transaction the server answers COMMIT by rolling back, without an error.
    if (sql === 'commit' && failed !== undefined) throw failed
    if (sql === 'rollback' && isBroken) return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    try {
      isUnlimited ||= sql === noStatementTimeout
      const timeout = isUnlimited ? {} : { query_timeout: clientTimeoutMs }
      const isStart = onStart !== undefined && sql.startsWith('start transaction')
      const text = isStart ? `${sql}; ${onStart}` : sql
      const result = await client.query({ text, values: [...parameters], types, ...timeout })
      return result as unknown as PostgresQueryResult<Row>
    } catch (error) {
      const failure = postgresFailure(error, 'store', sql) ?? error
      failed ??= failure
      isBroken ||= leavesBroken(failure)
      throw failure
    }
  }

  return {
    query: query as PostgresPoolClient['query'],
    release: () => client.release(isBroken),
  }
}

/**
 * Whether a failure leaves the connection unusable: after our own timeout the answer may still come, and
 * would be taken for another statement's.
 */
function leavesBroken(failure: unknown): boolean {
  if (meaningOfFailure(failure) === 'connection') return true
  return failure instanceof PortError && failure.failure === 'timeout'
}
