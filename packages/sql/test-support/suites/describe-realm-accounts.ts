import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  createSqlRealmAccounts,
  createSqlStore,
  type Database,
  type SqlRealmAccount,
  type SqlRealmAccounts,
} from '../../src/index.ts'
import { addAccount, openTestDatabase } from '../open-test-store.ts'
import { account as sampleAccount } from '../samples.ts'
import { toySealer } from '../toy-sealer.ts'
import { reserveFor } from '../with-reservations.ts'

const account: SqlRealmAccount = {
  reservation: 'reservation-1',
  realm: 'acme',
  status: 'begun',
  secrets: { login: 'login-secret', admin: 'admin-secret' },
  since: new Date('2030-01-01T00:00:00.123Z'),
}
const lateClaim = { digest: 'digest', purpose: 'reset_password' } as const
const later = new Date('2030-01-01T00:01:00.456Z')

/** What holds for the keys to realms in every database. @param address Known when a test runs. */
export function describeRealmAccounts(name: string, address: () => string): void {
  describe(`realm accounts in ${name}`, () => {
    let database: Database
    let accounts: SqlRealmAccounts

    beforeEach(async () => {
      database = await openTestDatabase(address())
      await database.db.deleteFrom('realm_accounts').execute()
      await database.db.deleteFrom('tenants').execute()
      accounts = createSqlRealmAccounts(database, { sealer: toySealer })
    })

    afterEach(() => database.close())

    it('gives back what was added', async () => {
      expect(await accounts.add(account)).toBe(true)
      expect(await accounts.find('reservation-1')).toEqual(account)
      expect(await accounts.find('reservation-2')).toBeUndefined()
    })

    it('leaves the one that is there for a reservation', async () => {
      await accounts.add(account)
      expect(await accounts.add({ ...account, realm: 'other' })).toBe(false)
      expect(await accounts.find('reservation-1')).toEqual(account)
    })

    it('F-1: begins one only while its sign-up may succeed', async () => {
      const givenUp = { port: 'credential_store', failure: 'timeout' }
      await expect(accounts.begin(account)).rejects.toMatchObject(givenUp)
      await reserveFor(database, { id: 'acme', name: 'Acme', reservation: 'reservation-1' })
      expect(await accounts.begin(account)).toBe(true)
      expect(await accounts.begin(account)).toBe(false)
      await accounts.remove('reservation-1')
      await database.db.updateTable('tenants').set({ created_at: 0 }).execute()
      await expect(accounts.begin(account)).rejects.toMatchObject(givenUp)
      expect(await accounts.find('reservation-1')).toBeUndefined()
    })

    it('F-1: takes one that was given up for live no more', async () => {
      await accounts.add(account)
      expect(await accounts.goLive('reservation-1', later)).toBe(true)
      expect(await accounts.find('reservation-1')).toMatchObject({ status: 'live', since: later })
      await accounts.mark('reservation-1', 'abandoned', later)
      expect(await accounts.goLive('reservation-1', later)).toBe(false)
      expect(await accounts.find('reservation-1')).toMatchObject({ status: 'abandoned' })
      expect(await accounts.goLive('reservation-2', later)).toBe(false)
    })

    it('F-4: tells a token under the claim that is named from one under another', async () => {
      const lease = { by: 'one', until: later }
      const claim = { ...lateClaim, lease }
      const givenUp = { port: 'credential_store', failure: 'timeout' }
      await expect(accounts.requireLease(claim)).rejects.toMatchObject(givenUp)
      const store = createSqlStore(database, { sealer: toySealer })
      await addAccount(store)
      const token = { ...claim, accountId: sampleAccount.id, createdAt: later, expiresAt: later }
      await store.transaction((tx) => tx.oneTimeTokens.insert(token))
      await accounts.requireLease(claim)
      const others = [
        { ...lease, by: 'other' },
        { ...lease, until: account.since },
      ]
      for (const other of others) {
        await expect(accounts.requireLease({ ...claim, lease: other })).rejects.toMatchObject(
          givenUp,
        )
      }
    })

    it('finds the live one of a realm among those that are not', async () => {
      await accounts.add(account)
      await accounts.add({ ...account, reservation: 'reservation-2' })
      await accounts.add({
        ...account,
        reservation: 'reservation-3',
        realm: 'other',
        status: 'live',
      })
      expect(await accounts.findLive('acme')).toBeUndefined()
      await accounts.mark('reservation-2', 'live', later)
      expect(await accounts.findLive('acme')).toEqual({
        ...account,
        reservation: 'reservation-2',
        status: 'live',
        since: later,
      })
    })

    it('finds the abandoned ones, of all realms or of one, the oldest first', async () => {
      const abandoned = { ...account, status: 'abandoned' } as const
      await accounts.add({ ...abandoned, reservation: 'young', since: later })
      await accounts.add({ ...abandoned, reservation: 'old' })
      await accounts.add({ ...abandoned, reservation: 'elsewhere', realm: 'other', since: later })
      await accounts.add({ ...account, reservation: 'begun' })
      const names = async (realm?: string) =>
        (await accounts.findAbandoned(realm)).map(({ reservation }) => reservation)
      expect(await names('acme')).toEqual(['old', 'young'])
      expect((await names()).toSorted()).toEqual(['elsewhere', 'old', 'young'])
    })

    it('forgets, and nothing a second time', async () => {
      await accounts.add(account)
      await accounts.remove('reservation-1')
      await accounts.remove('reservation-1')
      await accounts.mark('reservation-1', 'live', later)
      expect(await accounts.find('reservation-1')).toBeUndefined()
    })

    it('keeps the secrets sealed, each for its realm and reservation', async () => {
      await accounts.add(account)
      const row = await database.db
        .selectFrom('realm_accounts')
        .selectAll()
        .executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toMatch(/login-secret|admin-secret/)

      await database.db.updateTable('realm_accounts').set({ realm: 'other' }).execute()
      await expect(accounts.find('reservation-1')).rejects.toMatchObject({
        port: 'credential_store',
        failure: 'corrupt',
      })
    })

    it('fails as the credential store does when the database is gone', async () => {
      await database.close()
      const calls = [
        accounts.add(account),
        accounts.find('reservation-1'),
        accounts.findLive('acme'),
        accounts.findAbandoned(),
        accounts.begin(account),
        accounts.goLive('reservation-1', later),
        accounts.mark('reservation-1', 'live', later),
        accounts.remove('reservation-1'),
        accounts.requireLease({ ...lateClaim, lease: { by: '', until: later } }),
      ]
      for (const call of calls) {
        await expect(call).rejects.toMatchObject({
          port: 'credential_store',
          failure: 'unavailable',
        })
      }
    })
  })
}
