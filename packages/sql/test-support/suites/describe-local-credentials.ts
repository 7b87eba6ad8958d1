import type { CredentialStore, CredentialUser } from '@gatehouse/auth-core/ports'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createLocalCredentialStore, createSqlStore, type Database } from '../../src/index.ts'
import { openTestDatabase } from '../open-test-store.ts'
import { account, now } from '../samples.ts'
import { toySealer } from '../toy-sealer.ts'
import { reserveFor } from '../with-reservations.ts'

const cheap = { memoryKiB: 64, passes: 1, lanes: 1 }
const tenant = { id: 'acme', name: 'Acme', reservation: 'reservation-1' }
const person = {
  username: 'ada',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'a password of ada',
}

/** What holds for passwords in every database. @param address Known when a test runs. */
export function describeLocalCredentials(name: string, address: () => string): void {
  describe(`local credentials in ${name}`, () => {
    let database: Database
    beforeEach(async () => {
      database = await openTestDatabase(address())
      await database.db.deleteFrom('local_realms').execute()
      await database.db.deleteFrom('tenants').execute()
    })
    afterEach(() => database.close())

    it('keeps another profile of a person, and all of it that is left out', async () => {
      const store = createLocalCredentialStore(database, { argon2: cheap })
      const ada = await addAda(store)
      const read = () =>
        database.db
          .selectFrom('local_users')
          .select(['email', 'first_name', 'last_name'])
          .executeTakeFirstOrThrow()
      await store.setProfile(ada, { email: 'countess@example.org' })
      await store.setProfile(ada, { firstName: 'Augusta' })
      await store.setProfile(ada, {})
      expect(await read()).toEqual({
        email: 'countess@example.org',
        first_name: 'Augusta',
        last_name: 'Lovelace',
      })
    })

    describe('a password', () => {
      it('is hashed with Argon2id at the cost that OWASP recommends', async () => {
        await addAda(createLocalCredentialStore(database))
        expect(await storedHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      })

      it.each([
        [
          'another composition of the same letters',
          'Z\u00fcrich-Z\u00fcrich',
          'Zu\u0308rich-Zu\u0308rich',
        ],
        ['a compatibility form', '\ufb01ve words long', 'five words long'],
        ['a space after it', 'with a space', 'with a space '],
        ['what comes before a zero byte', 'zero\0byte', 'zero'],
        ['its first 72 bytes', 'x'.repeat(100), 'x'.repeat(72)],
      ])('is not the same as %s', async (_difference, password, other) => {
        const store = createLocalCredentialStore(database, { argon2: cheap })
        const ada = await addAda(store, password)
        expect(await store.checkPassword(ada, other)).toEqual({ accepted: false })
        expect(await store.checkPassword(ada, password)).toEqual({ accepted: true, groups: [] })
      })

      it('gets a hash of the present cost when its owner signs in', async () => {
        const ada = await addAda(createLocalCredentialStore(database, { argon2: cheap }))
        const dearer = createLocalCredentialStore(database, { argon2: { ...cheap, passes: 2 } })

        await dearer.checkPassword(ada, 'wrong')
        expect(await storedHash()).toContain('$m=64,t=1,p=1$')
        await dearer.checkPassword(ada, person.password)
        expect(await storedHash()).toContain('$m=64,t=2,p=1$')
        expect(await dearer.checkPassword(ada, person.password)).toMatchObject({ accepted: true })
      })

      it('that is right lets nobody in while the user is disabled, and leaves the hash', async () => {
        const ada = await addAda(createLocalCredentialStore(database, { argon2: cheap }))
        const dearer = createLocalCredentialStore(database, { argon2: { ...cheap, passes: 2 } })
        await dearer.setEnabled(ada, false)
        expect(await dearer.checkPassword(ada, person.password)).toEqual({ accepted: false })
        expect(await storedHash()).toContain('$m=64,t=1,p=1$')
      })
    })

    it('F-4: a password is not set under a claim that another has taken over', async () => {
      const store = createLocalCredentialStore(database, { argon2: cheap })
      const ada = await addAda(store)
      const sql = createSqlStore(database, { sealer: toySealer })
      const until = new Date('2030-01-01T00:01:00Z')
      const token = {
        digest: 'digest',
        purpose: 'reset_password',
        accountId: account.id,
        createdAt: now,
        expiresAt: until,
      } as const
      await sql.transaction(async (tx) => {
        await tx.accounts.insert({ ...account, credentialId: ada.credentialId })
        await tx.oneTimeTokens.insert({ ...token, lease: { by: 'other', until } })
      })
      const late = { ...token, lease: { by: 'late', until } }
      await expect(store.setPassword(ada, 'the late one', late)).rejects.toMatchObject({
        port: 'credential_store',
        failure: 'timeout',
      })
      expect(await store.checkPassword(ada, person.password)).toMatchObject({ accepted: true })
      await store.setPassword(ada, 'the new one', { ...late, lease: { by: 'other', until } })
      expect(await store.checkPassword(ada, 'the new one')).toMatchObject({ accepted: true })
    })

    it('reports the groups that are stored', async () => {
      const store = createLocalCredentialStore(database, { argon2: cheap })
      const ada = await addAda(store)
      await database.db.updateTable('local_users').set({ groups: '["a","b"]' }).execute()
      expect(await store.checkPassword(ada, person.password)).toMatchObject({ groups: ['a', 'b'] })
    })

    it.each([
      ['is gone', () => database.db.deleteFrom('tenants').execute()],
      ['was marked', () => database.db.updateTable('tenants').set({ created_at: 0 }).execute()],
      [
        'is of another',
        () => database.db.updateTable('tenants').set({ reservation: 'another' }).execute(),
      ],
    ])('F-1: makes no realm for a sign-up whose reservation %s', async (_, undo) => {
      const store = createLocalCredentialStore(database, { argon2: cheap })
      await reserveFor(database, tenant)
      await undo()
      await expect(store.createTenant(tenant, person)).rejects.toMatchObject({
        port: 'credential_store',
        failure: 'timeout',
      })
      expect(await database.db.selectFrom('local_realms').selectAll().execute()).toEqual([])
    })

    it('removes the users of a realm with it', async () => {
      const store = createLocalCredentialStore(database, { argon2: cheap })
      await addAda(store)
      await store.removeTenant(tenant)
      expect(await database.db.selectFrom('local_users').selectAll().execute()).toEqual([])
    })

    describe('a failure', () => {
      it('is one of the credential store when the database is gone', async () => {
        const store = createLocalCredentialStore(database, { argon2: cheap })
        const ada = await addAda(store)
        await database.close()
        const failure = { port: 'credential_store', failure: 'unavailable' }
        await expect(store.checkPassword(ada, person.password)).rejects.toMatchObject(failure)
        await expect(store.checkReady()).rejects.toMatchObject(failure)
      })

      it('is reported when what is stored is no hash', async () => {
        const store = createLocalCredentialStore(database, { argon2: cheap })
        const ada = await addAda(store)
        await database.db.updateTable('local_users').set({ password_hash: 'garbage' }).execute()
        const check = store.checkPassword(ada, person.password)
        await expect(check).rejects.toMatchObject({ port: 'credential_store', failure: 'corrupt' })
      })

      it('is reported when there is nobody to give a new password to', async () => {
        const store = createLocalCredentialStore(database, { argon2: cheap })
        const nobody = { tenantId: 'acme', credentialId: 'nobody', username: 'nobody' }
        const rejected = { port: 'credential_store', failure: 'rejected' }
        await expect(store.setPassword(nobody, 'new')).rejects.toMatchObject(rejected)
        await expect(store.setEnabled(nobody, true)).rejects.toMatchObject(rejected)
      })
    })

    async function addAda(
      store: CredentialStore,
      password = person.password,
    ): Promise<CredentialUser> {
      await reserveFor(database, tenant)
      const made = await store.createTenant(tenant, { ...person, password })
      if (made === null) throw new Error('the realm exists')
      return { tenantId: tenant.id, credentialId: made.credentialId, username: person.username }
    }

    async function storedHash(): Promise<string> {
      const { password_hash } = await database.db
        .selectFrom('local_users')
        .select('password_hash')
        .executeTakeFirstOrThrow()
      return password_hash
    }
  })
}
