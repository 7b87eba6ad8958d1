import { PortError } from '@gatehouse/auth-core/ports'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { UsedClient, UsedPool } from './borrow-pool.ts'
import { noStatementTimeout } from './no-statement-timeout.ts'
import { type Answers, type Statement, sendTogether } from './pipeline.ts'
import { meaningOfFailure, postgresFailure } from './postgres-fault.ts'

interface PoolGuardOptions {
  /**
   * Milliseconds for which the client waits for a statement: longer than the server, in case the server died.
   */
  readonly clientTimeoutMs: number
}

/** A connection, for Kysely and for transactions of ours. */
export interface GuardedClient extends PostgresPoolClient {
  /** Sends statements together. Never throws: a failure is in the answers, as a port reports it. */
  run(statements: readonly Statement[]): Promise<Answers>
  /** Rolls back. Never throws: a connection on which that fails is not used again. */
  undo(): Promise<void>
}

/** A pool of such connections. */
export interface GuardedPool extends PostgresPool {
  /** Takes a connection. @throws {PortError} When there is none in time. */
  connect(): Promise<GuardedClient>
}

/**
 * The driver's pool, adapted to the promises of our ports. It throws only {@link PortError}. A
 * transaction with a failed statement is not committed, even if the failure was caught. A connection that may
 * be broken is not used again.
 */
export function guardPool(pool: UsedPool, options: PoolGuardOptions): GuardedPool {
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

function guardClient(client: UsedClient, { clientTimeoutMs }: PoolGuardOptions): GuardedClient {
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
      const result = await client.query({ text: sql, values: [...parameters], types, ...timeout })
      return result as unknown as PostgresQueryResult<Row>
    } catch (error) {
      const failure = postgresFailure(error, 'store', sql) ?? error
      failed ??= failure
      isBroken ||= leavesBroken(failure)
      throw failure
    }
  }

  async function run(statements: readonly Statement[]): Promise<Answers> {
    isUnlimited ||= statements.some(({ text }) => text === noStatementTimeout)
    const timeout = isUnlimited ? {} : { timeoutMs: clientTimeoutMs }
    const sent = sendTogether(client, statements, { types, ...timeout })
    // What could not even be sent is a bug, and may have been sent in part.
    const answers: Answers = await sent.catch((failure: unknown) => {
      isBroken = true
      return { results: [], failure }
    })
    if (!('failure' in answers)) return answers
    const { results, failure: error } = answers
    const failure = postgresFailure(error, 'store', statements[results.length]?.text) ?? error
    isBroken ||= leavesBroken(failure)
    return { results, failure }
  }

  return {
    run,
    async undo() {
      if (isBroken) return
      isBroken = 'failure' in (await run([{ text: 'rollback', values: [] }]))
    },
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
