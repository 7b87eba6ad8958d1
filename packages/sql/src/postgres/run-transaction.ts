import { type DatabaseConnection, type Kysely, type PostgresDialect, Transaction } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import type { GuardedPool } from './guard-pool.ts'
import { createTransactionRun } from './transaction-run.ts'

/** What transactions run on. */
export interface TransactionOptions {
  /** Compiles their statements. */
  readonly db: Kysely<Schema>
  /** The dialect of `db`. */
  readonly dialect: PostgresDialect
  /** Where their connections come from. */
  readonly pool: GuardedPool
  /** Statements that follow the one that starts a transaction. */
  readonly onStart: readonly string[]
}

/**
 * Runs serializable transactions, each once.
 *
 * @returns What runs one. It throws what the work threw, or a {@link PortError}: `timeout` also when the
 * connection was lost during the commit, so that it must not be repeated.
 */
export function createTransactions({
  db,
  dialect,
  pool,
  onStart,
}: TransactionOptions): <Result>(work: Queries<Result>) => Promise<Result> {
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() }
  const executor = db.getExecutor()
  /** Kysely's own transactions put one statement at a time; these any number. */
  const on = (connection: DatabaseConnection) =>
    new Transaction<Schema>({
      ...props,
      executor: executor.withConnectionProvider({
        provideConnection: (consumer) => consumer(connection),
      }),
    })
  const start = ['start transaction isolation level serializable', ...onStart]

  return async (work) => {
    const client = await pool.connect()
    const run = createTransactionRun(client, start)
    try {
      const result = await work(on(run.connection))
      await run.commit()
      return result
    } catch (error) {
      await run.rollback()
      throw error
    } finally {
      client.release()
    }
  }
}
