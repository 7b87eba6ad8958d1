import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createSqlPasswordTurns, type Database } from '../../src/index.ts'
import { openTestDatabase } from '../open-test-store.ts'

/** What holds for turns in every database. @param address Known when a test runs. */
export function describePasswordTurns(name: string, address: () => string): void {
  describe(`F-3: turns of users in ${name}`, () => {
    let database: Database

    beforeEach(async () => {
      database = await openTestDatabase(address())
      await database.db.deleteFrom('password_turns').execute()
    })

    afterEach(() => database.close())

    it('one has the turn of a user until it is over, and whoever comes then', async () => {
      const [one, other] = [createSqlPasswordTurns(database), createSqlPasswordTurns(database)]
      const release = await one.take('ada')
      expect(release).toBeDefined()
      expect(await other.take('ada')).toBeUndefined()
      expect(await one.take('ada')).toBeUndefined()
      expect(await other.take('eve')).toBeDefined()
      await release?.()
      expect(await other.take('ada')).toBeDefined()
    })

    it('of many who take it at once one gets it', async () => {
      const turns = createSqlPasswordTurns(database)
      const taken = await Promise.all(Array.from({ length: 8 }, () => turns.take('ada')))
      expect(taken.filter((release) => release !== undefined)).toHaveLength(1)
    })

    it('one that died in its turn keeps nobody out, and ends no turn of another', async () => {
      const turns = createSqlPasswordTurns(database)
      const late = await turns.take('ada')
      await database.db.updateTable('password_turns').set({ held_until: 1 }).execute()
      expect(await turns.take('ada')).toBeDefined()
      await late?.()
      expect(await turns.take('ada')).toBeUndefined()
    })

    it('fails as the credential store does when the database is gone', async () => {
      await database.close()
      await expect(createSqlPasswordTurns(database).take('ada')).rejects.toMatchObject({
        port: 'credential_store',
        failure: 'unavailable',
      })
    })
  })
}
