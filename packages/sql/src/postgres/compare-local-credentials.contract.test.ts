import { expect, it } from '@jest/globals'
import { openTestDatabase } from '../../test-support/open-test-store.ts'
import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { describeComparison } from '../../test-support/suites/describe-comparison.ts'
import { checkIntegrity } from '../check-integrity.ts'

const address = postgresDatabase()

describeComparison('PostgreSQL', address)

it('reads every table of PostgreSQL, and finds nothing in one that is whole', async () => {
  const database = await openTestDatabase(address())
  expect(await checkIntegrity(database)).toEqual([])
  await database.close()
})
