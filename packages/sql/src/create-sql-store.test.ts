import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OutboxEntry, PortError, type SigningKey } from '@gatehouse/auth-core/ports'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { addAccount, openTestStore, type TestStore } from '../test-support/open-test-store.ts'
import { account, now, session, tenant } from '../test-support/samples.ts'
import { temporaryFolder } from '../test-support/temporary-folder.ts'

const folder = temporaryFolder()
const key: SigningKey = {
  kid: 'kid-1',
  secret: 'plain-signing-secret',
  activeFrom: now,
  acceptedUntil: null,
  revokedAt: null,
}
const entry: OutboxEntry = {
  id: 'mail-1',
  mail: { kind: 'otp', to: 'plain@example.org', organization: 'Acme', code: '271828', minutes: 5 },
  accountId: account.id,
  createdAt: now,
  notAfter: null,
  attempts: 0,
  dueAt: now,
}

let opened: TestStore
beforeEach(async () => {
  opened = await openTestStore()
  await addAccount(opened.store)
})
afterEach(() => opened.database.close())

describe('T-104: readiness', () => {
  it('is that of a database that can be written, and leaves nothing in it', async () => {
    const { store, database } = opened
    await store.checkReady()
    expect(await database.read((db) => db.selectFrom('replicas').selectAll().execute())).toEqual([])
    await database.read((db) => sql`pragma query_only = on`.execute(db))
    await expect(store.checkReady()).rejects.toThrow(PortError)
  })
})

describe('T-97: the endings since a mark', () => {
  it('begin a minute before it, by the clock of the database', async () => {
    const { store, database } = opened
    const ending = { subject: 'session', kind: 'ended', at: now, until: now } as const
    await store.transaction((tx) => tx.endings.add(['old', 'new'].map((id) => ({ ...ending, id }))))
    const { mark } = await store.transaction((tx) => tx.endings.listSince('session', null))
    const longAgo = sql`update endings set noted_at = ${mark - 61_000} where id = 'old'`
    await database.read((db) => longAgo.execute(db))
    const { endings } = await store.transaction((tx) => tx.endings.listSince('session', mark))
    expect(endings.map(({ id }) => id)).toEqual(['new'])
  })
})

describe('a transaction', () => {
  it('undoes everything when one statement failed, even if the work went on', async () => {
    const { store } = opened
    const work = store.transaction(async (tx) => {
      await tx.sessions.insert(session)
      await tx.sessions.insert(session).catch(() => 'never mind')
    })
    await expect(work).rejects.toThrow('store rejected')
    expect(await store.transaction((tx) => tx.sessions.find(session.id))).toBeUndefined()
  })

  it('can be followed by another after one that failed', async () => {
    const { store } = opened
    const orphan = { ...session, accountId: 'nobody' }
    await expect(store.transaction((tx) => tx.sessions.insert(orphan))).rejects.toThrow(PortError)
    await store.transaction((tx) => tx.sessions.insert(session))
    expect(await store.transaction((tx) => tx.sessions.find(session.id))).toEqual(session)
  })

  it('passes on what the work throws as it is', async () => {
    const thrown = { code: 'SQLITE_BUSY', message: 'only looks like it' }
    await expect(opened.store.transaction(() => Promise.reject(thrown))).rejects.toBe(thrown)
  })

  it('leaves a bug a bug', async () => {
    const wrong = { ...session, client: Symbol('not a column value') as unknown as 'ui' }
    const work = opened.store.transaction((tx) => tx.sessions.insert(wrong))
    await expect(work).rejects.toThrow(TypeError)
  })

  it('cannot be used after its end', async () => {
    const { store } = opened
    const ended = await store.transaction(async (tx) => ({ tx }))
    await expect(ended.tx.sessions.insert(session)).rejects.toThrow(/committed/)
  })
})

it('fails when the database was closed', async () => {
  await opened.database.close()
  await expect(opened.store.checkReady()).rejects.toThrow('store unavailable')
  await expect(opened.store.transaction(async () => 'done')).rejects.toThrow('store unavailable')
})

describe('removing a tenant', () => {
  beforeEach(async () => {
    await opened.store.transaction(async (tx) => {
      await tx.sessions.insert(session)
      await tx.outbox.add(entry)
      await tx.outbox.add({ ...entry, id: 'mail-2', accountId: '' })
      await tx.tenants.remove(tenant.id)
    })
  })

  it('takes accounts, sessions and mails along', async () => {
    const left = await opened.store.transaction(async (tx) => [
      await tx.accounts.find(account.id),
      await tx.sessions.find(session.id),
      await tx.outbox.find('mail-1'),
    ])
    expect(left).toEqual([undefined, undefined, undefined])
  })

  it('leaves the mails of nobody', async () => {
    const left = await opened.store.transaction((tx) => tx.outbox.find('mail-2'))
    expect(left).toMatchObject({ id: 'mail-2' })
  })
})

it('keeps the moment of a mail as a moment', async () => {
  const mail = {
    kind: 'password_changed',
    to: 'a@example.org',
    organization: 'Acme',
    username: 'ada',
    at: now,
  } as const
  const found = await opened.store.transaction(async (tx) => {
    await tx.outbox.add({ ...entry, mail })
    return tx.outbox.find(entry.id)
  })
  expect(found?.mail).toEqual(mail)
})

it('finds any number of sessions at once', async () => {
  const ids = Array.from({ length: 1_201 }, (_, index) => `session-${index}`)
  const found = await opened.store.transaction(async (tx) => {
    for (const id of ids) await tx.sessions.insert({ ...session, id })
    return tx.sessions.findMany([...ids, 'unknown'])
  })
  expect(found.map(({ id }) => id).sort()).toEqual(ids.sort())
})

it('finds the standing of any number of accounts at once', async () => {
  const unknown = Array.from({ length: 1_201 }, (_, index) => `unknown-${index}`)
  const found = await opened.store.transaction((tx) =>
    tx.accounts.findStatuses([...unknown, account.id]),
  )
  expect(found.map(({ accountId }) => accountId)).toEqual([account.id])
})

describe('what is sealed', () => {
  it('cannot be read in the files', async () => {
    const { database, store } = await openTestStore(join(folder, 'sealed.db'))
    await addAccount(store)
    await store.transaction(async (tx) => {
      await tx.signingKeys.put(key)
      await tx.outbox.add(entry)
    })
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    await database.close()

    const contains = (text: string) => bytes.some((part) => part.includes(text))
    const secrets = [account.apiKey, key.secret, '271828', 'plain@example.org']
    expect(secrets.filter(contains)).toEqual([])
    expect(contains(account.email)).toBe(true)
  })

  it('does not open in another row', async () => {
    const { database, store } = opened
    await store.transaction(async (tx) => {
      await tx.signingKeys.put(key)
      await tx.signingKeys.put({ ...key, kid: 'kid-2', secret: 'another' })
    })
    const { db } = database
    const other = await db
      .selectFrom('signing_keys')
      .select('secret')
      .where('kid', '=', 'kid-2')
      .executeTakeFirstOrThrow()
    await db.updateTable('signing_keys').set(other).where('kid', '=', 'kid-1').execute()
    await expect(store.transaction((tx) => tx.signingKeys.list())).rejects.toThrow('store corrupt')
  })
})

it('says nothing of the content when a column is not what it should be', async () => {
  const { database, store } = opened
  await database.db.updateTable('accounts').set({ groups: '["secret' }).execute()
  const found = store.transaction((tx) => tx.accounts.find(account.id))
  await expect(found).rejects.toMatchObject({ message: 'store corrupt', cause: undefined })
})
