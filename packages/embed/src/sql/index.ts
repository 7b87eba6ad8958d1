/** `@gatehouse/embed/sql`: records on a database that the host opens itself. */
export { assertNotMoving, type DatabaseHandle, halfMoved } from './database-handle.ts'
export { openLocalCredentials, openSqlRecords, type SqlRecords } from './open-sql-records.ts'
