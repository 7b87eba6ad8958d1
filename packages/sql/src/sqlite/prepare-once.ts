import type Sqlite from 'better-sqlite3'

/** So many statements are kept; lists of different lengths make texts of their own. */
const mostKept = 500

/**
 * Prepares each text once for a connection, and keeps the statements that were used last. To prepare one
 * takes longer than most of ours run.
 *
 * A statement must have ended before its text is asked for again, so those whose rows are read one by one
 * (`iterate`) must be prepared on their own.
 */
export function prepareOnce(
  database: Pick<Sqlite.Database, 'prepare'>,
): (sql: string) => Sqlite.Statement {
  const kept = new Map<string, Sqlite.Statement>()
  return (sql) => {
    const statement = kept.get(sql) ?? database.prepare(sql)
    kept.delete(sql)
    kept.set(sql, statement)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return statement
  }
}
