import type { CredentialStore, CredentialUser, Store } from '@gatehouse/auth-core/ports'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  compareLocalCredentials,
  createLocalCredentialStore,
  type Database,
} from '../../src/index.ts'
import { openTestStore } from '../open-test-store.ts'
import { account, tenant } from '../samples.ts'
import { reserveFor } from '../with-reservations.ts'

const person = {
  username: 'ada',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'a password of ada',
}
const realm = { id: tenant.id, name: tenant.name, reservation: tenant.reservation }

/** What holds for the comparison in every database. @param address Known when a test runs. */
export function describeComparison(name: string, address: () => string): void {
  describe(`comparing local credentials in ${name}`, () => {
    let database: Database
    let store: Store
    let credentials: CredentialStore
    let ada: CredentialUser

    beforeEach(async () => {
      ;({ database, store } = await openTestStore(address()))
      await database.db.deleteFrom('tenants').execute()
      await database.db.deleteFrom('local_realms').execute()
      const argon2 = { memoryKiB: 64, passes: 1, lanes: 1 }
      credentials = createLocalCredentialStore(database, { argon2 })
      await reserveFor(database, realm)
      const made = await credentials.createTenant(realm, person)
      const credentialId = made?.credentialId ?? ''
      ada = { tenantId: tenant.id, credentialId, username: 'ada' }
      await store.transaction(async (tx) => {
        await tx.tenants.update(tenant)
        await tx.accounts.insert({ ...account, credentialId })
      })
    })
    afterEach(() => database.close())

    const codes = async () =>
      (await compareLocalCredentials(database)).map(({ code, username }) => `${code} ${username}`)

    it('finds nothing where both agree', async () => {
      expect(await codes()).toEqual([])
    })

    it('finds a realm without an organization', async () => {
      await store.transaction((tx) => tx.tenants.remove(tenant.id))
      expect(await compareLocalCredentials(database)).toMatchObject([
        { code: 'realm_orphan', tenantId: 'acme', reservation: tenant.reservation },
      ])
    })

    it('finds an organization without a realm, and not one whose sign-up is under way', async () => {
      await credentials.removeTenant(realm)
      expect(await codes()).toEqual(['realm_missing '])
      await store.transaction((tx) => tx.tenants.update({ ...tenant, status: 'reserved' }))
      expect(await codes()).toEqual([])
    })

    it('finds an account without a user', async () => {
      await credentials.removeUser(ada)
      expect(await codes()).toEqual(['user_missing ada'])
    })

    it('finds a user without an account', async () => {
      await database.db.deleteFrom('accounts').execute()
      expect(await codes()).toEqual(['user_unknown ada'])
    })

    it('finds who is kept out, or let in, by one of both alone', async () => {
      await credentials.setEnabled(ada, false)
      expect(await codes()).toEqual(['user_disabled ada'])
      const disabled = { status: 'disabled', credentialId: ada.credentialId } as const
      await store.transaction((tx) => tx.accounts.update({ ...account, ...disabled }))
      expect(await codes()).toEqual([])
      await credentials.setEnabled(ada, true)
      expect(await compareLocalCredentials(database)).toEqual([
        {
          code: 'user_enabled',
          tenantId: 'acme',
          reservation: tenant.reservation,
          username: 'ada',
          credentialId: ada.credentialId,
        },
      ])
    })
  })
}
