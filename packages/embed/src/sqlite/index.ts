/** `@gatehouse/embed/sqlite`: records in a SQLite file, or in memory. Needs `@gatehouse/sql`. */
export { openSqliteHandle } from './open-sqlite-handle.ts'
export { memory, type SqliteOptions, sqlite } from './sqlite.ts'
