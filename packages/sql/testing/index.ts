/**
 * For tests and benchmarks in this repository: databases on the PostgreSQL of `npm run services`, and the
 * contexts of sealed records.
 */
export { apiKeyLookup, sealedFor } from '../src/sealing/contexts.ts'
export { createDatabase, type TestDatabase } from '../test-support/create-database.ts'
