import { PortError } from '@gatehouse/auth-core/ports'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { meaningOfFailure, postgresFailure } from './postgres-fault.ts'

/** The statement that lifts the time limit of a transaction's statements, on server and client. */
export const noStatementTimeout = 'set local statement_timeout = 0'

interface PoolGuardOptions {
  /**
   * Milliseconds for which the client waits for a statement: longer than the server, in case the server died.
   */
  readonly clientTimeoutMs: number
}

/**
 * The driver's pool for Kysely, adapted to the promises of our ports. It throws only {@link PortError}. A
 * transaction with a failed statement is not committed, even if the failure was caught. A connection that may
 * be broken is not used again.
 */
export function guardPool(pool: Pool, { clientTimeoutMs }: PoolGuardOptions): PostgresPool {
  return {
    async connect() {
      if (pool.ending) throw new PortError('store', 'unavailable', new Error('it was closed'))
      try {
        return guardClient(await pool.connect(), clientTimeoutMs)
      } catch (error) {
        throw postgresFailure(error, 'store') ?? error
      }
    },
    end: () => pool.end(),
    // Kysely reads them to cancel a statement, which is never requested.
    options: {},
  }
}

function guardClient(client: PoolClient, clientTimeoutMs: number): PostgresPoolClient {
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
      const result = await client.query({ text: sql, values: [...parameters], ...timeout })
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
