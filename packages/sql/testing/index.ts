/**
 * For tests and benchmarks within this repository: databases on the PostgreSQL of `npm run services`,
 * and what records are sealed for.
 */
export { apiKeyLookup, sealedFor } from '../src/sealing/contexts.ts'
export { createDatabase, type TestDatabase } from '../test-support/create-database.ts'
