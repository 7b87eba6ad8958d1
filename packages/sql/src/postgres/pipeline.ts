import pg, { type Connection, type QueryConfig, type QueryResult } from 'pg'
import type { UsedClient } from './borrow-pool.ts'

/** A statement with its values. */
export interface Statement {
  /** One statement of SQL. */
  readonly text: string
  /** The values of its parameters. */
  readonly values: readonly unknown[]
}

/** What came of statements that were sent together. */
export interface Answers {
  /** The results of those that were run, in their order: of all, or of those before one that failed. */
  readonly results: readonly QueryResult[]
  /** Why the next one failed, or why the server did not answer; those behind it were not run. */
  readonly failure?: unknown
}

/** How statements are sent. */
export interface SendOptions {
  /** Reads the values of the rows. */
  readonly types: pg.CustomTypesConfig
  /** Milliseconds to wait for all answers; for ever unless given. */
  readonly timeoutMs?: number
}

/**
 * Sends statements to the server in one message, and waits once for all their answers (the extended query
 * protocol of PostgreSQL with a single `Sync`). The server runs them in their order, and none behind one
 * that fails. Nothing is prepared by a name, so that a pooler may be in between.
 *
 * A client that takes no such message, as one of native bindings, sends them one after the other.
 */
export function sendTogether(
  client: UsedClient,
  statements: readonly Statement[],
  options: SendOptions,
): Promise<Answers> {
  const isOfDriver = client.connection !== undefined && client.pipeline !== true
  if (!isOfDriver) return sendOneByOne(client, statements, options)
  return new Promise((resolve) => {
    client.query(createPipeline(statements, options, resolve))
  })
}

async function sendOneByOne(
  client: UsedClient,
  statements: readonly Statement[],
  { types, timeoutMs }: SendOptions,
): Promise<Answers> {
  const results: QueryResult[] = []
  for (const { text, values } of statements) {
    const timeout = timeoutMs === undefined ? {} : { query_timeout: timeoutMs }
    try {
      results.push(await client.query({ text, values: [...values], types, ...timeout }))
    } catch (failure) {
      return { results, failure }
    }
  }
  return { results }
}

/** The part of a statement of `pg` that its client calls. */
interface DriverQuery {
  submit(connection: Connection): unknown
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleEmptyQuery(connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}

/** What the client of `pg` calls, of one statement or of these. */
interface Pipeline extends DriverQuery {
  /** For those who look at what is sent. */
  readonly statements: readonly Statement[]
  readonly query_timeout: number | undefined
  callback(error: unknown): void
  handleError(error: unknown): void
}

function createPipeline(
  statements: readonly Statement[],
  { types, timeoutMs }: SendOptions,
  settle: (answers: Answers) => void,
): Pipeline {
  const results: QueryResult[] = []
  let answered = 0
  let failure: unknown
  const queries = statements.map(({ text, values }) =>
    driverQuery({ text, values: [...values], types }, (error, result) => {
      if (error) failure ??= error
      else if (failure === undefined) results.push(result)
    }),
  )
  const current = () => queries[answered]

  const pipeline: Pipeline = {
    statements,
    query_timeout: timeoutMs,
    // The client puts its own in place of it, which calls this one.
    callback: (error) => settle(error ? { results, failure: error } : { results }),
    submit(connection) {
      const { stream } = connection
      stream.cork()
      try {
        for (const query of queries) {
          query.submit(withoutSync(connection))
          // A value that cannot be sent.
          if (failure !== undefined) break
        }
      } finally {
        connection.sync()
        stream.uncork()
      }
      return null
    },
    handleRowDescription: (message) => current()?.handleRowDescription(message),
    handleDataRow: (message) => current()?.handleDataRow(message),
    handleEmptyQuery: (connection) => current()?.handleEmptyQuery(connection),
    handleCommandComplete(message, connection) {
      const query = current()
      query?.handleCommandComplete(message, connection)
      query?.handleReadyForQuery(connection)
      answered += 1
    },
    // After an error of the server the client does not call the next one.
    handleError: (error) => pipeline.callback(failure ?? error),
    handleReadyForQuery: () => pipeline.callback(failure),
  }
  return pipeline
}

function driverQuery(
  config: QueryConfig,
  callback: (error: Error | undefined, result: QueryResult) => void,
): DriverQuery {
  const extended = { ...config, queryMode: 'extended' }
  return new pg.Query(extended, callback as never) as unknown as DriverQuery
}

/** The connection for one statement of several, behind which the server is not asked to answer yet. */
function withoutSync(connection: Connection): Connection {
  return Object.create(connection, { sync: { value: () => {} } }) as Connection
}
