import type { CompiledQuery, Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The kinds of database that can be opened. */
export type Flavour = 'sqlite' | 'postgres'

/** Statements of one transaction, or of none. */
export type Queries<Result> = (db: Kysely<Schema>) => Promise<Result>

/** The use of the connections to a database server. */
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

/** An open database. All methods throw a `PortError` `store` when it fails. */
export interface Database {
  /** The kind of the database, for statements that differ. */
  readonly flavour: Flavour
  /** The schema of PostgreSQL that our tables are in; not set where they are in that of the connection. */
  readonly schema?: string
  /** For statements outside of a transaction that are not retried, and on which nothing depends. */
  readonly db: Kysely<Schema>

  /**
   * Runs `work` in one serializable transaction. Commits and returns its result; if it throws, everything is
   * undone, and also if a statement in it failed, caught or not.
   *
   * @param work Awaits only statements of the given transaction; it may run more than once.
   * @throws {PortError} `timeout` also when the connection was lost during the commit: then it is unknown
   * whether it was committed.
   */
  transaction<Result>(work: Queries<Result>): Promise<Result>

  /** Runs one statement outside of a transaction. It may run more than once. */
  read<Result>(ask: Queries<Result>): Promise<Result>

  /**
   * Runs statements outside of a transaction, in their order and in one message. If it fails, any of them may
   * have had an effect; they may run more than once. Not set where statements do not travel.
   */
  readonly together?: (
    statements: (db: Kysely<Schema>) => readonly CompiledQuery[],
  ) => Promise<void>

  /** The use of its connections, for metrics; not set where there is only one connection. */
  readonly poolUse?: () => PoolUse

  /** Closes the database; open transactions are undone. A repeated call does nothing. */
  close(): Promise<void>
}
