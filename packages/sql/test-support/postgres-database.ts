import { afterAll, beforeAll } from '@jest/globals'
import { createDatabase, type TestDatabase } from './create-database.ts'

/** A PostgreSQL database for the tests of this file. @returns Gives its address, within a test. */
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
