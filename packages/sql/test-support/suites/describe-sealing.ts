import type { OutboxEntry, Transaction } from '@gatehouse/auth-core/ports'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  checkSealingKey,
  createSqlRealmAccounts,
  createSqlStore,
  type Database,
  fillApiKeyHashes,
  hasSealedRecords,
  hasSealingKey,
  outstandingLinks,
  type ResealProgress,
  reseal,
} from '../../src/index.ts'
import { addAccount, openTestDatabase } from '../open-test-store.ts'
import { account, now } from '../samples.ts'
import { createToySealer } from '../toy-sealer.ts'

const before = createToySealer('old')
const both = createToySealer('new', ['old'])
const after = createToySealer('new')

const entry: OutboxEntry = {
  id: 'mail-1',
  mail: { kind: 'otp', to: 'ada@example.org', organization: 'Acme', code: '271828', minutes: 5 },
  accountId: account.id,
  createdAt: now,
  notAfter: null,
  attempts: 0,
  dueAt: now,
}
const realmAccount = {
  reservation: 'reservation-1',
  realm: 'acme',
  status: 'live',
  secrets: { login: 'login-secret', admin: 'admin-secret' },
  since: now,
} as const
const tables = [
  'realm_accounts',
  'outbox',
  'signing_keys',
  'accounts',
  'tenants',
  'key_check',
] as const

/** What holds for sealed texts in every database. @param address Known when a test runs. */
export function describeSealing(name: string, address: () => string): void {
  describe(`sealed texts in ${name}`, () => {
    let database: Database

    beforeEach(async () => {
      database = await openTestDatabase(address())
      for (const table of tables) await database.db.deleteFrom(table).execute()
    })

    afterEach(() => database.close())

    it('are told from a database that needs no key yet', async () => {
      expect(await hasSealedRecords(database)).toBe(false)
      await checkSealingKey(database, { sealer: before })
      expect(await hasSealedRecords(database)).toBe(true)
      await database.db.deleteFrom('key_check').execute()
      await addAccount(createSqlStore(database, { sealer: before }))
      expect(await hasSealedRecords(database)).toBe(true)
    })

    it('fit the key that sealed the first of them, and no other', async () => {
      expect(await hasSealingKey(database, { sealer: before })).toBe(true)
      expect(await checkSealingKey(database, { sealer: before })).toBe(true)
      expect(await checkSealingKey(database, { sealer: before })).toBe(true)
      expect(await checkSealingKey(database, { sealer: both })).toBe(true)
      expect(await hasSealingKey(database, { sealer: before })).toBe(true)
      expect(await hasSealingKey(database, { sealer: after })).toBe(false)
      expect(await checkSealingKey(database, { sealer: after })).toBe(false)
    })

    it('tell a wrong key in a database that was grown without a check', async () => {
      await addAccount(createSqlStore(database, { sealer: before }))
      expect(await checkSealingKey(database, { sealer: after })).toBe(false)
      await checkSealingKey(database, { sealer: before })
      expect(await hasSealingKey(database, { sealer: before })).toBe(true)
    })

    it('are all sealed anew, and open without the key before', async () => {
      await grow()
      const done = await reseal(database, { sealer: both })
      expect(counts(done)).toEqual([
        'signing keys 1 1 0',
        'API keys 1 1 0',
        'mails 1 1 0',
        'accounts in realms 1 1 0',
      ])
      expect(await whatIsSealedWith('old')).toEqual([])
      expect(await readAll(after)).toEqual([
        account,
        account,
        expect.objectContaining({ kid: 'kid-1', secret: 'signing-secret' }),
        entry,
        realmAccount,
      ])
      await checkSealingKey(database, { sealer: after })
      expect(await hasSealingKey(database, { sealer: before })).toBe(false)
      expect(counts(await reseal(database, { sealer: after }))[1]).toBe('API keys 1 0 0')
    })

    it('are only counted in a dry run', async () => {
      await grow()
      const counted = await reseal(database, { sealer: both, dryRun: true })
      expect(counts(counted)).toContain('API keys 1 1 0')
      await readAll(before)
      expect(await hasSealingKey(database, { sealer: after })).toBe(false)
    })

    it('are sealed anew in batches, and what is done is not done again', async () => {
      const store = createSqlStore(database, { sealer: before })
      await addAccount(store)
      await store.transaction(async (tx) => {
        for (const id of ['a', 'b', 'c', 'd']) {
          await tx.accounts.insert({ ...account, id, username: id, apiKey: `key of ${id}` })
        }
      })
      const steps: ResealProgress[] = []
      const stop = new Error('stopped halfway')
      const broken = reseal(database, {
        sealer: both,
        batchSize: 2,
        onProgress(progress) {
          if (progress.name !== 'API keys') return
          steps.push(progress)
          if (steps.length === 2) throw stop
        },
      })
      await expect(broken).rejects.toBe(stop)
      expect(steps.map(({ seen, stale }) => [seen, stale])).toEqual([
        [2, 2],
        [4, 4],
      ])
      expect(counts(await reseal(database, { sealer: both, batchSize: 2 }))[1]).toBe(
        'API keys 5 1 0',
      )
      expect(await whatIsSealedWith('old')).toEqual([])
    })

    it('that no key opens are counted, left alone, and keep the check as it is', async () => {
      await grow()
      await database.db.updateTable('accounts').set({ api_key: 'lost.00' }).execute()
      const done = await reseal(database, { sealer: both })
      expect(counts(done)).toContain('API keys 1 1 1')
      expect(counts(done)).toContain('signing keys 1 1 0')
      const rows = await database.db.selectFrom('accounts').select('api_key').execute()
      expect(rows).toEqual([{ api_key: 'lost.00' }])
      expect(await hasSealingKey(database, { sealer: after })).toBe(false)
    })

    it('that a gateway changed meanwhile stay as it left them', async () => {
      await grow()
      const store = createSqlStore(database, { sealer: both })
      const changed = { ...account, apiKey: 'another-key' }
      // Between reading a page and writing it: the page of the table before is the moment to do it.
      let change: Promise<void> | undefined
      await reseal(database, {
        sealer: both,
        onProgress({ name: column }) {
          if (column === 'signing keys')
            change = store.transaction((tx) => tx.accounts.update(changed))
        },
      })
      await change
      expect((await readAll(after))[0]).toEqual(changed)
    })

    it('of accounts from an older release are found once their hash was filled in', async () => {
      const store = createSqlStore(database, { sealer: before })
      await addAccount(store)
      const find = () => store.transaction(findByKey)
      await database.db.updateTable('accounts').set({ api_key_hash: null }).execute()
      expect(await find()).toBeUndefined()
      expect(await fillApiKeyHashes(database, { sealer: before })).toBe(1)
      expect(await find()).toEqual(account)
      expect(await fillApiKeyHashes(database, { sealer: before })).toBe(0)
    })

    it('T-84: are found under the key before too, until all are sealed anew', async () => {
      await addAccount(createSqlStore(database, { sealer: before }))
      const find = (sealer: typeof both) =>
        createSqlStore(database, { sealer }).transaction(findByKey)
      expect(await find(both)).toEqual(account)
      await reseal(database, { sealer: both })
      expect(await find(after)).toEqual(account)
    })

    it('T-84: are not found by a hash that a release without hashes left behind', async () => {
      const store = createSqlStore(database, { sealer: before })
      await addAccount(store)
      const api_key = before.seal('another-key', `accounts.api_key:${account.id}`)
      await database.db.updateTable('accounts').set({ api_key }).execute()
      const found = await store.transaction(findByKey)
      expect(found).toBeUndefined()
    })

    it('do not include links, of which only those that can still be used are counted', async () => {
      const store = createSqlStore(database, { sealer: before })
      await addAccount(store)
      const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
      expect(await outstandingLinks(database, now)).toEqual({ count: 0, until: null })
      await store.transaction(async (tx) => {
        for (const seconds of [60, 0, 90]) {
          await tx.oneTimeTokens.insert({
            digest: `digest ${seconds}`,
            purpose: 'verify_email',
            accountId: account.id,
            createdAt: at(-60),
            expiresAt: at(seconds),
            lease: null,
          })
        }
      })
      expect(await outstandingLinks(database, now)).toEqual({ count: 2, until: at(90) })
      const { id: invitedBy, tenantId } = account
      for (const seconds of [120, 0, 30]) {
        await store.transaction((tx) =>
          tx.invitations.insert({
            id: `invitation ${seconds}`,
            tenantId,
            email: `${seconds}@example.org`,
            emailCanonical: `${seconds}@example.org`,
            role: 'user',
            machineRole: '',
            groups: [],
            digest: `invitation digest ${seconds}`,
            invitedBy,
            createdAt: at(-60),
            expiresAt: at(seconds),
            lease: null,
          }),
        )
      }
      expect(await outstandingLinks(database, now)).toEqual({ count: 4, until: at(120) })
    })

    async function grow(): Promise<void> {
      const store = createSqlStore(database, { sealer: before })
      await checkSealingKey(database, { sealer: before })
      await addAccount(store)
      await store.transaction(async (tx) => {
        await tx.outbox.add(entry)
        await tx.outbox.add({ ...entry, id: 'mail-2' })
        await tx.outbox.leaseDue(entry.dueAt, { untried: 9, tried: 9 }, { by: '', until: now })
        await tx.outbox.giveUp({ id: 'mail-2', leaseUntil: now }, now, 'no such person')
        const times = { activeFrom: now, acceptedUntil: null, revokedAt: null }
        await tx.signingKeys.put({ kid: 'kid-1', secret: 'signing-secret', ...times })
      })
      await createSqlRealmAccounts(database, { sealer: before }).add(realmAccount)
    }

    async function readAll(sealer: typeof before): Promise<readonly unknown[]> {
      const found = await createSqlStore(database, { sealer }).transaction(async (tx) => [
        await tx.accounts.find(account.id),
        await findByKey(tx),
        ...(await tx.signingKeys.list()),
        await tx.outbox.find(entry.id),
      ])
      const realms = createSqlRealmAccounts(database, { sealer })
      return [...found, await realms.findLive(realmAccount.realm)]
    }

    /** In whatever column of whatever table. */
    async function whatIsSealedWith(keyId: string): Promise<readonly string[]> {
      const { db } = database
      const found: string[] = []
      for (const { name: table } of await db.introspection.getTables()) {
        const rows = await db
          .selectFrom(table as 'accounts')
          .selectAll()
          .execute()
        const cells = rows.flatMap((row) => Object.entries(row))
        for (const [column, value] of cells) {
          if (String(value).startsWith(`${keyId}.`)) found.push(`${table}.${column}`)
        }
      }
      return found
    }
  })
}

async function findByKey(tx: Transaction) {
  return (await tx.apiKeys.findByText(account.apiKey, now))?.account
}

function counts(progress: readonly ResealProgress[]): readonly string[] {
  return progress.map(
    ({ name, seen, stale, unreadable }) => `${name} ${seen} ${stale} ${unreadable}`,
  )
}
