/** The address of a PostgreSQL, and the connections to it. */
export interface PostgresAddress {
  /**
   * `postgres://user:password@host:port/database`, with options of the driver such as
   * `?sslmode=verify-full`. Never in an error.
   */
  readonly url: string
  /** The largest number of connections, at least 1; 10 unless given. */
  readonly poolSize?: number
  /** Seconds to wait for a connection, or for an unreachable server; 5 unless given. */
  readonly connectSeconds?: number
  /** Called for each connection that was lost. The message of the error holds no secret. */
  readonly onConnectionLost?: (error: Error) => void
}

/** How a PostgreSQL is used, whoever connects to it. */
export interface PostgresUse {
  /**
   * The schema that has our tables: a letter or `_`, then letters, digits and `_` in lower case. `migrate` makes
   * it if it is not there. Without one they are where the connection's `search_path` puts new tables.
   */
  readonly schema?: string
  /** Seconds that a statement may take, and that a transaction may be idle; 10 unless given. */
  readonly statementSeconds?: number
  /** Seconds that a statement may wait for locks; 5 unless given. */
  readonly lockSeconds?: number
}

/**
 * A `Pool` of `pg`, which stays its host's: it is not closed, and how many connections it has and how long it
 * waits for one is what the host said. It has to listen for `error`, as `pg` asks. It may be used for anything
 * else; no setting of a connection is changed beyond a transaction of ours.
 */
export interface HostPool {
  /** Takes a connection. */
  connect(): Promise<{ release(destroy?: boolean): void }>
  /** Connections that are open. */
  readonly totalCount: number
}

/** The pool of a host. */
export interface PostgresOfHost {
  /** The host's pool. */
  readonly pool: HostPool
}

/** A PostgreSQL by its address, or by a pool of the host, and its time limits. */
export type PostgresOptions = PostgresUse & (PostgresAddress | PostgresOfHost)
