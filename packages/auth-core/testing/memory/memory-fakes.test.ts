import { describe, expect, it } from '@jest/globals'
import { PortError, type Tenant, type Transaction } from '../../src/ports/index.ts'
import { createMemoryCredentialStore } from './memory-credential-store.ts'
import { createMemoryMailer } from './memory-mailer.ts'
import { createMemorySecrets } from './memory-secrets.ts'
import { createMemoryStore } from './memory-store.ts'

const tenant: Tenant = {
  id: 'acme',
  name: 'Acme',
  status: 'active',
  reservation: 'one',
  reservedBy: '',
  otpEnabled: false,
  otpExemptClients: null,
  maxSessionSeconds: null,
  closesAt: null,
  createdAt: new Date('2030-01-01T00:00:00Z'),
}

describe('createMemoryStore', () => {
  it('keeps its records whatever is done to what went in and came out', async () => {
    const store = createMemoryStore()
    const given = { ...tenant, createdAt: new Date(tenant.createdAt) }
    await store.transaction((tx) => tx.tenants.insert(given))
    given.createdAt.setFullYear(1999)
    const found = await store.transaction((tx) => tx.tenants.find('acme'))
    found?.createdAt.setFullYear(1999)
    expect(await store.transaction((tx) => tx.tenants.find('acme'))).toEqual(tenant)
  })

  it('refuses to be used through a transaction that has ended', async () => {
    const store = createMemoryStore()
    const kept = await store.transaction(async (tx): Promise<[Transaction]> => [tx])
    await expect(kept[0].tenants.insert(tenant)).rejects.toThrow('the transaction has ended')
    expect(await store.transaction((tx) => tx.tenants.find('acme'))).toBeUndefined()
  })

  it('refuses a second record of one identifier', async () => {
    const session = {
      id: 'session',
      accountId: '',
      tenantId: '',
      client: 'ui',
      authTime: new Date(0),
      issuedAt: new Date(0),
      expiresAt: new Date(0),
      network: '',
      userAgent: '',
      createdAt: new Date(0),
      lastSeenAt: new Date(0),
      endedAt: null,
      loginId: '',
    } as const
    const store = createMemoryStore()
    await store.transaction((tx) => tx.sessions.insert(session))
    const again = store.transaction((tx) => tx.sessions.insert(session))
    await expect(again).rejects.toThrow(TypeError)
  })

  it('runs work twice when it rehearses, with the effect of once', async () => {
    const store = createMemoryStore({ rehearse: true })
    let runs = 0
    const inserted = await store.transaction((tx) => {
      runs += 1
      return tx.tenants.insert(tenant)
    })
    expect({ runs, inserted }).toEqual({ runs: 2, inserted: true })
  })
})

describe('createMemorySecrets', () => {
  it('answers forced codes first, each once and in order', () => {
    const secrets = createMemorySecrets()
    const usual = createMemorySecrets().otpCode()
    secrets.forceOtpCode('000001')
    secrets.forceOtpCode('000002')
    const codes = [secrets.otpCode(), secrets.otpCode(), secrets.otpCode()]
    expect(codes).toEqual(['000001', '000002', usual])
  })

  it('repeats itself for the same seed', () => {
    const draw = (seed: string) => {
      const secrets = createMemorySecrets({ seed })
      return [secrets.id(), secrets.token(), secrets.apiKey()]
    }
    expect(draw('one')).toEqual(draw('one'))
    expect(draw('one')).not.toEqual(draw('two'))
  })
})

describe('createMemoryMailer', () => {
  const mail = {
    kind: 'otp',
    to: 'ada@example.com',
    organization: 'Acme',
    code: '012345',
    minutes: 5,
  } as const

  it('fails as it is told, keeps nothing of it, and works again', async () => {
    const mailer = createMemoryMailer()
    const error = new PortError('mailer', 'timeout')
    mailer.failWith(error)
    await expect(mailer.prepare('one', mail, 1)).rejects.toBe(error)
    await expect(mailer.checkReady()).rejects.toBe(error)
    mailer.failWith(null)
    const delivery = await mailer.prepare('two', mail, 1)
    await delivery.send(1)
    await mailer.checkReady()
    expect(mailer.sent).toEqual([{ id: 'two', mail }])
  })

  it('is ready though it rejects a mail', async () => {
    const mailer = createMemoryMailer()
    mailer.failWith(new PortError('mailer', 'rejected'))
    await expect(mailer.checkReady()).resolves.toBeUndefined()
  })
})

describe('createMemoryCredentialStore', () => {
  it('reports the groups a test sets', async () => {
    const store = createMemoryCredentialStore()
    const made = await store.createTenant(
      { id: 'acme', name: 'Acme', reservation: 'one' },
      {
        username: 'ada',
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Lovelace',
        password: 'correct horse',
      },
    )
    const user = { tenantId: 'acme', username: 'ada', credentialId: made?.credentialId ?? '' }
    await store.setGroups(user, ['one', 'two'])
    const check = await store.checkPassword(user, 'correct horse')
    expect(check).toEqual({ accepted: true, groups: ['one', 'two'] })
  })
})
