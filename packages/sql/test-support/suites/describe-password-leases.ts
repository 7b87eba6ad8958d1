import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createSqlPasswordLeases, type Database } from '../../src/index.ts'
import { openTestDatabase } from '../open-test-store.ts'

/** What holds for leases in every database. @param address Known when a test runs. */
export function describePasswordLeases(name: string, address: () => string): void {
  describe(`F-3: leases of users in ${name}`, () => {
    let database: Database

    beforeEach(async () => {
      database = await openTestDatabase(address())
      await database.db.deleteFrom('password_leases').execute()
    })

    afterEach(() => database.close())

    it('one has the lease of a user until it is over, and whoever comes then', async () => {
      const [one, other] = [createSqlPasswordLeases(database), createSqlPasswordLeases(database)]
      const release = await one.take('ada')
      expect(release).toBeDefined()
      expect(await other.take('ada')).toBeUndefined()
      expect(await one.take('ada')).toBeUndefined()
      expect(await other.take('eve')).toBeDefined()
      await release?.()
      expect(await other.take('ada')).toBeDefined()
    })

    it('of many who take it at once one gets it', async () => {
      const leases = createSqlPasswordLeases(database)
      const taken = await Promise.all(Array.from({ length: 8 }, () => leases.take('ada')))
      expect(taken.filter((release) => release !== undefined)).toHaveLength(1)
    })

    it('one that died in its lease keeps nobody out, and ends no lease of another', async () => {
      const leases = createSqlPasswordLeases(database)
      const late = await leases.take('ada')
      await database.db.updateTable('password_leases').set({ leased_until: 1 }).execute()
      expect(await leases.take('ada')).toBeDefined()
      await late?.()
      expect(await leases.take('ada')).toBeUndefined()
    })

    it('fails as the credential store does when the database is gone', async () => {
      await database.close()
      await expect(createSqlPasswordLeases(database).take('ada')).rejects.toMatchObject({
        port: 'credential_store',
        failure: 'unavailable',
      })
    })
  })
}
