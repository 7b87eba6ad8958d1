import { PortError } from '@gatehouse/auth-core/ports'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { meaningOfFailure, postgresFailure } from './postgres-fault.ts'

/**
 * The statement that lifts the time limit of a transaction's statements, the server's and the
 * client's.
 */
export const noStatementTimeout = 'set local statement_timeout = 0'

interface PoolGuardOptions {
  /**
   * How long the client waits for a statement, in milliseconds: longer than the server does, for
   * one that died.
   */
  readonly clientTimeoutMs: number
}

/**
 * The driver's pool as Kysely uses it, made fit for the promises of our ports: it throws only
 * {@link PortError}, a transaction in which anything failed is not committed even if the failure
 * was caught, and a connection that may be broken is not used again.
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
    // Kysely reads them to cancel a statement, which is never asked of it.
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
    // On an aborted transaction the server answers COMMIT by undoing it, which is no error to it.
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

/** After a timeout of our own the answer may still come, and would be taken for another's. */
function leavesBroken(failure: unknown): boolean {
  if (meaningOfFailure(failure) === 'connection') return true
  return failure instanceof PortError && failure.failure === 'timeout'
}
