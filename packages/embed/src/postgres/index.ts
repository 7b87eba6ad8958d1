/** `@gatehouse/embed/postgres`: records in PostgreSQL, for any number of replicas. Needs `@gatehouse/sql`. */
export { openPostgresHandle } from './open-postgres-handle.ts'
export { type PostgresKeys, type PostgresRecordsOptions, postgres } from './postgres.ts'
