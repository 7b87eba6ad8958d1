import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The kinds of database that can be opened. */
export type Flavour = 'sqlite' | 'postgres'

/** Statements of one transaction, or of none. */
export type Queries<Result> = (db: Kysely<Schema>) => Promise<Result>

/** How the connections to a database server are used. */
export interface PoolUse {
  /** Connections that run something. */
  readonly used: number
  /** Connections that are open and run nothing. */
  readonly idle: number
  /** Transactions that wait for a connection. */
  readonly waiting: number
  /** How many connections there may be. */
  readonly max: number
}

/** An open database. All methods throw a {@link PortError} `store` when it fails. */
export interface Database {
  /** Which kind it is, for statements that only one of them knows. */
  readonly flavour: Flavour
  /** For statements that nothing depends on, outside of a transaction and without a second try. */
  readonly db: Kysely<Schema>

  /**
   * Runs `work` in one serializable transaction. What it returns is committed, what it throws
   * undoes everything, as does a statement that failed in it, caught or not.
   *
   * @param work Awaits nothing but statements through what it is given: it may run more than once.
   * @throws {PortError} `timeout` also when the connection was lost while it was committed: whether
   *   it was is unknown then.
   */
  transaction<Result>(work: Queries<Result>): Promise<Result>

  /** Runs one statement outside of a transaction. It may run more than once. */
  read<Result>(ask: Queries<Result>): Promise<Result>

  /** How its connections are used, for metrics; none where there is one connection alone. */
  readonly poolUse?: () => PoolUse

  /** Closes it; transactions that are open then are undone. Repeating it is harmless. */
  close(): Promise<void>
}
