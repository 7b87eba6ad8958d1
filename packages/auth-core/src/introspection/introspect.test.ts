import { describe, expect, it } from '@jest/globals'
import { type Acting, acting, signedIn } from '../../test-support/acting.ts'
import { outcomeOf, type TestEnvironmentOptions } from '../../testing/test-environment.ts'
import { PortError, type Store } from '../ports/index.ts'
import type { IntrospectQuery } from './introspect.ts'

const introspectionSecret = 'what-the-backend-proves-itself-with'
const inactive = { kind: 'token_inactive' }
const day = 86_400

describe('a backend that asks about an API key', () => {
  it('is told whose it is, what they may, and which one it is, without its text', async () => {
    const one = await asked()
    const account = await one.environment.account(one.ada.accountId)
    await one.environment.changeAccount(one.ada.accountId, {
      role: 'user',
      machineRole: 'operator',
      groups: ['crew'],
    })
    const told = await introspect(one, await firstKey(one))
    expect(told).toEqual({
      kind: 'token_active',
      holder: {
        userId: one.ada.accountId,
        username: 'ada-acme',
        email: 'ada@example.com',
        tenantId: 'acme',
        tenantName: 'Acme Ltd',
        role: 'user',
        machineRole: 'operator',
        groups: ['crew'],
      },
      token: {
        type: 'api_key',
        id: 'first',
        name: 'first',
        issuedAt: account?.createdAt,
        expiresAt: null,
      },
    })
    expect(JSON.stringify(told)).not.toContain(account?.apiKey)
  })

  it('is told of a further one until it expires', async () => {
    const one = await asked()
    const { text, id, createdAt: issuedAt, expiresAt } = await create(one, { expiresInDays: 1 })
    const told = outcomeOf('token_active', await introspect(one, text))
    expect(told.token).toEqual({ type: 'api_key', id, name: 'CI', issuedAt, expiresAt })
    one.environment.ports.clock.advance(day - 0.001)
    expect(await introspect(one, text)).toMatchObject({ kind: 'token_active' })
    one.environment.ports.clock.advance(0.001)
    expect(await introspect(one, text)).toEqual(inactive)
  })

  it('is told of a replaced one as long as the overlap, and of the new one', async () => {
    const one = await asked()
    const { auth, from, ports } = one.environment
    const old = await firstKey(one)
    const command = { token: one.token, id: 'first', overlapHours: 1, from: from() }
    const { key } = outcomeOf('api_key_rotated', await auth.rotateApiKey(command))
    expect(await introspect(one, old)).toMatchObject({ kind: 'token_active' })
    expect(await introspect(one, key.text)).toMatchObject({ token: { id: 'first' } })
    ports.clock.advance(3600)
    expect(await introspect(one, old)).toEqual(inactive)
    expect(await introspect(one, key.text)).toMatchObject({ kind: 'token_active' })
  })

  it.each(['first', 'CI'])('is told nothing of one that was revoked: %s', async (which) => {
    const one = await asked()
    const { auth, from } = one.environment
    const further = await create(one)
    const [id, text] = which === 'CI' ? [further.id, further.text] : ['first', await firstKey(one)]
    expect(await introspect(one, text)).toMatchObject({ kind: 'token_active' })
    await auth.revokeApiKey({ token: one.token, id, from: from() })
    expect(await introspect(one, text)).toEqual(inactive)
  })

  it.each(['', 'made up', 'a.b.c'])('is told nothing of a text that is none: %j', async (text) => {
    const one = await asked()
    expect(await introspect(one, text)).toEqual(inactive)
    const { auth, from } = one.environment
    await auth.revokeApiKey({ token: one.token, id: 'first', from: from() })
    expect(await introspect(one, text)).toEqual(inactive)
  })

  it('is told nothing while the account may not use its keys', async () => {
    const one = await asked()
    const keys = [await firstKey(one), (await create(one)).text]
    const { accountId } = one.ada
    for (const changes of [{ status: 'disabled' }, { status: 'removing' }] as const) {
      await one.environment.changeAccount(accountId, changes)
      for (const key of keys) expect(await introspect(one, key)).toEqual(inactive)
    }
    await one.environment.changeAccount(accountId, { status: 'active' })
    for (const key of keys) {
      expect(await introspect(one, key)).toMatchObject({ kind: 'token_active' })
    }
  })

  it.each([
    ['full', 'token_active'],
    ['no_terminals', 'token_inactive'],
    ['no_login', 'token_inactive'],
  ] as const)('is told of an unconfirmed account under %s: %s', async (policy, kind) => {
    const one = await asked()
    await one.environment.changeAccount(one.ada.accountId, { emailVerified: false })
    const environment = one.environment.with({ settings: { unconfirmedAccounts: policy } })
    expect(await introspect({ environment }, await firstKey(one))).toMatchObject({ kind })
  })

  it('is told nothing once the organization is closed, and again when it is taken back', async () => {
    const one = await asked()
    const key = await firstKey(one)
    const { environment, ada } = one
    await environment.changeTenant(ada.tenantId, { closesAt: environment.ports.clock.now() })
    expect(await introspect(one, key)).toEqual(inactive)
    await environment.changeTenant(ada.tenantId, { closesAt: null })
    expect(await introspect(one, key)).toMatchObject({ kind: 'token_active' })
  })
})

describe('a backend that asks about an access token', () => {
  it('is told what the token says, and until when it is good', async () => {
    const one = await asked()
    const { claims, validUntil } = outcomeOf('valid', one.environment.auth.authenticate(one.token))
    expect(await introspect(one, one.token)).toMatchObject({
      kind: 'token_active',
      holder: { userId: one.ada.accountId, tenantId: 'acme', role: 'company_admin' },
      token: {
        type: 'access_token',
        id: claims.tokenId,
        issuedAt: claims.issuedAt,
        expiresAt: validUntil,
      },
    })
    expect((await listed(one))[0]?.lastUsedAt).toBeNull()
  })

  it('is told nothing of one that has expired or ended, or is out of date', async () => {
    const one = await asked()
    const { environment, ada } = one
    const other = await signedIn(environment, ada)
    const command = { token: one.token, id: other.sessionId, from: environment.from() }
    await environment.auth.endSession(command)
    expect(await introspect(one, other.token)).toEqual(inactive)
    const stale = await signedIn(environment, ada)
    const [at, until] = [environment.ports.clock.now(), new Date('2100-01-01')]
    const ending = { subject: 'session', id: stale.sessionId, kind: 'stale', at, until } as const
    environment.ports.endings.note([ending])
    expect(await introspect(one, stale.token)).toEqual(inactive)
    expect(await introspect(one, one.token)).toMatchObject({ kind: 'token_active' })
    environment.ports.clock.advance(environment.settings.accessTokenSeconds)
    expect(await introspect(one, one.token)).toEqual(inactive)
  })

  it('is told nothing of one that reaches no machine, and of a session token', async () => {
    const one = await asked({ settings: { unconfirmedAccounts: 'no_terminals' } })
    expect(await introspect(one, one.token)).toMatchObject({ kind: 'token_active' })
    expect(await introspect(one, one.sessionToken)).toEqual(inactive)
    await one.environment.changeAccount(one.ada.accountId, { emailVerified: false })
    const unconfirmed = await signedIn(one.environment, one.ada)
    expect(await introspect(one, unconfirmed.token)).toEqual(inactive)
  })
})

describe('T-107: who may ask about tokens', () => {
  it('is no one while no secret is set, not even with an empty one', async () => {
    const one = await asked({ settings: { introspectionSecret: '' } })
    for (const secret of ['', introspectionSecret]) {
      const outcome = await introspect(one, await firstKey(one), { secret })
      expect(outcome).toEqual({ kind: 'refused', refusal: 'not_found' })
    }
  })

  it('is the one with the secret, who is not counted', async () => {
    const one = await asked()
    const { limits } = one.environment.settings
    const otherPerNetwork = { ...limits.otherPerNetwork, points: 1 }
    const environment = one.environment.with({
      settings: { limits: { ...limits, otherPerNetwork } },
    })
    const from = environment.from({ network: '198.51.100.7' })
    const key = await firstKey(one)
    const ask = (secret: string) => introspect({ environment }, key, { secret, from })
    const wrong = await ask(introspectionSecret.toUpperCase())
    expect(wrong).toEqual({ kind: 'refused', refusal: 'token_invalid' })
    const again = await ask('')
    expect(again).toMatchObject({ kind: 'refused', refusal: 'rate_limited', retryAfter: 60 })
    expect((await listed(one))[0]?.lastUsedAt).toBeNull()
    for (let asked = 0; asked < 3; asked += 1) {
      expect(await ask(introspectionSecret)).toMatchObject({ kind: 'token_active' })
    }
  })
})

describe('the last use of an API key', () => {
  it('is the moment of the question, to the minute, of the first one and of others', async () => {
    const one = await asked()
    const { clock } = one.environment.ports
    const keys = [await firstKey(one), (await create(one)).text]
    const used = clock.now()
    for (const key of keys) await introspect(one, key)
    expect((await listed(one)).map(lastUse)).toEqual([used, used])
    clock.advance(59.999)
    for (const key of keys) await introspect(one, key)
    expect((await listed(one)).map(lastUse)).toEqual([used, used])
    clock.advance(0.001)
    for (const key of keys) await introspect(one, key)
    expect((await listed(one)).map(lastUse)).toEqual([clock.now(), clock.now()])
  })

  it('stays with the text when the first one is replaced, and is none of the new one', async () => {
    const one = await asked()
    const { auth, from, ports } = one.environment
    const used = ports.clock.now()
    await introspect(one, await firstKey(one))
    const command = { token: one.token, id: 'first', overlapHours: 1, from: from() }
    await auth.rotateApiKey(command)
    expect((await listed(one)).map(lastUse)).toEqual([null, used])
  })

  it('is not noted for a key that leads nowhere', async () => {
    const one = await asked()
    const key = await firstKey(one)
    await one.environment.changeAccount(one.ada.accountId, { status: 'disabled' })
    await introspect(one, key)
    const account = await one.environment.account(one.ada.accountId)
    expect(account?.apiKeyLastUsedAt).toBeNull()
  })

  it('is noted once when many ask at the same time', async () => {
    const one = await asked()
    const { store, writes } = countingUpdates(one.environment.ports.store)
    const environment = one.environment.with({ ports: { store } })
    const key = await firstKey(one)
    const told = await Promise.all(
      Array.from({ length: 20 }, () => introspect({ environment }, key)),
    )
    expect(told.map(({ kind }) => kind)).toEqual(Array(20).fill('token_active'))
    expect(lastUse((await listed(one))[0])).toEqual(environment.ports.clock.now())
    expect(writes()).toBe(1)
  })

  it.each(['fails', 'hangs'] as const)('holds no answer up when noting it %s', async (how) => {
    const one = await asked()
    const key = await firstKey(one)
    const store = storeThat(how, one.environment.ports.store)
    const environment = one.environment.with({ ports: { store } })
    expect(await introspect({ environment }, key)).toMatchObject({ kind: 'token_active' })
    expect((await listed(one)).map(lastUse)).toEqual([null])
    await introspect(one, key)
    expect((await listed(one)).map(lastUse)).toEqual([one.environment.ports.clock.now()])
  })
})

function asked(options: TestEnvironmentOptions = {}): Promise<Acting> {
  return acting({ ...options, settings: { introspectionSecret, ...options.settings } })
}

function introspect(
  { environment: { auth, from } }: Pick<Acting, 'environment'>,
  token: string,
  other: Partial<IntrospectQuery> = {},
) {
  return auth.introspect({ token, secret: introspectionSecret, from: from(), ...other })
}

async function firstKey({ environment, ada }: Acting): Promise<string> {
  return (await environment.account(ada.accountId))?.apiKey ?? ''
}

async function create(
  { environment: { auth, from }, token }: Acting,
  key: { readonly expiresInDays?: number } = {},
) {
  const outcome = await auth.createApiKey({ token, name: 'CI', ...key, from: from() })
  return outcomeOf('api_key_created', outcome).key
}

async function listed({ environment: { auth, from }, token }: Acting) {
  return outcomeOf('api_keys', await auth.listApiKeys({ token, from: from() })).keys
}

function lastUse(key: { readonly lastUsedAt: Date | null } | undefined): Date | null | undefined {
  return key?.lastUsedAt
}

/** Every other transaction: the one that notes the use, after the one that looks for the key. */
function storeThat(how: 'fails' | 'hangs', store: Store): Store {
  let calls = 0
  return {
    ...store,
    transaction(work) {
      calls += 1
      if (calls % 2 === 1) return store.transaction(work)
      if (how === 'hangs') return new Promise(() => undefined)
      return Promise.reject(new PortError('store', 'unavailable'))
    },
  }
}

function countingUpdates(store: Store) {
  let updates = 0
  const counted: Store = {
    ...store,
    transaction: (work) =>
      store.transaction((tx) => {
        const update: typeof tx.accounts.update = (account) => {
          updates += 1
          return tx.accounts.update(account)
        }
        return work({ ...tx, accounts: { ...tx.accounts, update } })
      }),
  }
  return { store: counted, writes: () => updates }
}
