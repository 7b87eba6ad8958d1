import { afterAll, beforeAll } from '@jest/globals'
import { createDatabase, type TestDatabase } from './create-database.ts'

/** A PostgreSQL database that goes with the tests of this file. @returns Its address, in a test. */
export function postgresDatabase(): () => string {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createDatabase()
  })
  afterAll(() => database?.drop())
  return () => {
    if (database === undefined) throw new Error('the database is there in tests alone')
    return database.url
  }
}
