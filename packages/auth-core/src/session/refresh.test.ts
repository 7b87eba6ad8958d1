import { describe, expect, it } from '@jest/globals'
import { down } from '../../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { propagationSeconds } from '../keys/key-ring.ts'
import { rotateKeysIfDue } from '../keys/rotate-keys.ts'
import { PortError } from '../ports/port-error.ts'
import type { ClientType } from '../records/client.ts'

const day = 86_400
const expired = { kind: 'refused', refusal: 'token_expired' }
const ended = { kind: 'refused', refusal: 'session_ended' }

describe('T-41: refreshing at the edge', () => {
  it('one second before expiry gives a full new lifetime', async () => {
    const { environment, token } = await loggedIn()
    environment.ports.clock.advance(day - 1)
    const refreshed = outcomeOf('refreshed', await refresh(environment, token))
    expect(refreshed.expiresIn).toBe(day)
    environment.ports.clock.advance(day - 1)
    expect(claimsOf(environment, refreshed.token)).toBeDefined()
    environment.ports.clock.advance(1)
    expect(environment.auth.authenticate(refreshed.token, environment.ports.clock.now())).toEqual(
      expired,
    )
  })

  it('at expiry is refused', async () => {
    const { environment, token } = await loggedIn()
    environment.ports.clock.advance(day)
    expect(await refresh(environment, token)).toEqual(expired)
  })

  it('is checked by when the request arrived, however slow the rest is', async () => {
    const { environment, token } = await loggedIn()
    environment.ports.clock.advance(day - 1)
    const from = environment.from()
    environment.ports.clock.advance(5)
    const { token: next } = outcomeOf('refreshed', await environment.auth.refresh({ token, from }))
    expect(claimsOf(environment, next)).toMatchObject({ issuedAt: environment.ports.clock.now() })
  })

  it('gives each of many at the same time a token of its own', async () => {
    const { environment, token } = await loggedIn()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => refresh(environment, token)),
    )
    const tokens = outcomes.map((outcome) => outcomeOf('refreshed', outcome).token)
    expect(new Set(tokens).size).toBe(20)
    expect(await refresh(environment, token)).toMatchObject({ kind: 'refreshed' })
  })
})

describe('a refreshed token', () => {
  it('is of the same session, tenant, client and login', async () => {
    const { environment, token } = await loggedIn('cli')
    environment.ports.clock.advance(3600)
    const from = environment.from({ client: 'ui' })
    const { token: next } = outcomeOf('refreshed', await environment.auth.refresh({ token, from }))
    const [before, after] = [claimsOf(environment, token), claimsOf(environment, next)]
    const { tokenId, issuedAt, expiresAt, ...same } = after
    expect(before).toMatchObject({ ...same, source: 'cli' })
    expect(tokenId).not.toBe(before.tokenId)
    expect(issuedAt).toEqual(environment.ports.clock.now())
    expect(expiresAt.getTime() - issuedAt.getTime()).toBe(day * 1000)
  })

  it('T-40: has the rights of now, not those of then', async () => {
    const { environment, ada, token } = await loggedIn()
    const changes = {
      role: 'user',
      machineRole: 'guest',
      groups: [],
      email: 'new@acme.com',
    } as const
    await environment.changeAccount(ada.accountId, changes)
    await environment.changeTenant('acme', { name: 'Acme Unlimited' })
    const { token: next } = outcomeOf('refreshed', await refresh(environment, token))
    expect(claimsOf(environment, next)).toMatchObject({ ...changes, tenantName: 'Acme Unlimited' })
  })

  it('T-38: has the lifetime of now', async () => {
    const { environment, token } = await loggedIn()
    const stricter = environment.with({ settings: { accessTokenSeconds: 60 } })
    const { token: next, expiresIn } = outcomeOf('refreshed', await refresh(stricter, token))
    expect(expiresIn).toBe(60)
    const { issuedAt, expiresAt } = claimsOf(stricter, next)
    expect(expiresAt.getTime() - issuedAt.getTime()).toBe(60_000)
  })

  it('T-39: is signed with the key of now, even if the old one is retiring', async () => {
    const { environment, token } = await loggedIn()
    const settings = { ...environment.settings, keyRotationSeconds: 3600, keyLeadSeconds: 0 }
    const [key] = environment.ports.keyRing.current()
    if (key) await environment.ports.store.transaction((tx) => tx.signingKeys.put(key))
    const keys = await rotateKeysIfDue(environment.ports, settings)
    environment.ports.keyRing.replace(keys)
    environment.ports.clock.advance(propagationSeconds)
    const { token: next } = outcomeOf('refreshed', await refresh(environment, token))
    expect(kidOf(token)).toBe('key-1')
    expect(kidOf(next)).toBe(keys.at(-1)?.kid)
  })

  it('is on record', async () => {
    const { environment, ada, token } = await loggedIn('cli')
    await refresh(environment, token)
    expect(await environment.audit('refreshed')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme', client: 'cli' },
    ])
  })
})

describe('the session on record', () => {
  it('knows the latest expiry, for connections that outlive one token', async () => {
    const { environment, token } = await loggedIn()
    environment.ports.clock.advance(3600)
    const { token: next } = outcomeOf('refreshed', await refresh(environment, token))
    const { sessionId, expiresAt } = claimsOf(environment, next)
    expect(await sessionOf(environment, sessionId)).toMatchObject({ expiresAt })
  })

  it('keeps a later expiry that another refresh has given it', async () => {
    const { environment, token } = await loggedIn()
    const { sessionId, expiresAt } = claimsOf(environment, token)
    await refresh(environment.with({ settings: { accessTokenSeconds: 60 } }), token)
    expect(await sessionOf(environment, sessionId)).toMatchObject({ expiresAt })
  })
})

describe('T-40: no refresh', () => {
  it.each([
    [
      'after logout',
      (environment: TestEnvironment, _: Person, token: string) => logOut(environment, token),
    ],
    [
      'for a disabled account',
      (environment: TestEnvironment, { accountId }: Person) =>
        environment.changeAccount(accountId, { status: 'disabled' }),
    ],
    [
      'for a disabled tenant',
      (environment: TestEnvironment) => environment.changeTenant('acme', { status: 'disabled' }),
    ],
    [
      'for a removed tenant',
      ({ ports }: TestEnvironment) => ports.store.transaction((tx) => tx.tenants.remove('acme')),
    ],
    [
      'for a session that is not on record',
      ({ ports }: TestEnvironment) =>
        ports.store.transaction((tx) => tx.sessions.removeExpired(new Date('2040-01-01'))),
    ],
  ])('%s', async (_, happen) => {
    const { environment, ada, token } = await loggedIn()
    await happen(environment, ada, token)
    expect(await refresh(environment, token)).toEqual(ended)
    expect(environment.auth.authenticate(token, environment.ports.clock.now())).toMatchObject({
      kind: 'valid',
    })
    expect(await environment.audit('refreshed')).toMatchObject([{ outcome: 'refused' }])
  })

  it('T-14: after a password change, which ends the token itself', async () => {
    const { environment, ada, token } = await loggedIn()
    await resetPassword(environment, ada)
    expect(await refresh(environment, token)).toEqual(ended)
    expect(environment.auth.authenticate(token, environment.ports.clock.now())).toEqual(ended)
  })

  it('past the longest session that the organization sets', async () => {
    const { environment, token } = await loggedIn()
    await environment.changeTenant('acme', { maxSessionSeconds: 3600 })
    environment.ports.clock.advance(3599)
    expect(await refresh(environment, token)).toMatchObject({ kind: 'refreshed' })
    environment.ports.clock.advance(1)
    expect(await refresh(environment, token)).toEqual(ended)
  })

  it('of a token that has gone stale gives one that has not', async () => {
    const { environment, token } = await loggedIn()
    const { clock, endings, store } = environment.ports
    const { sessionId: id } = outcomeOf(
      'valid',
      environment.auth.authenticate(token, clock.now()),
    ).claims
    const until = new Date(clock.now().getTime() + 86_400_000)
    const stale = { subject: 'session', id, kind: 'stale', at: clock.now(), until } as const
    await store.transaction((tx) => tx.endings.add([stale]))
    await endings.reload()
    expect(environment.auth.authenticate(token, clock.now())).toMatchObject({
      refusal: 'token_stale',
    })
    const renewed = outcomeOf('refreshed', await refresh(environment, token))
    expect(environment.auth.authenticate(renewed.token, clock.now())).toMatchObject({
      kind: 'valid',
    })
  })

  it('past the longest session, however often it was refreshed', async () => {
    const { environment, token } = await loggedIn()
    let newest = token
    for (let passed = 0; passed < 40; passed += 1) {
      environment.ports.clock.advance(0.75 * day)
      const outcome = await refresh(environment, newest)
      if (passed === 39) expect(outcome).toEqual(ended)
      else newest = outcomeOf('refreshed', outcome).token
    }
  })

  it('at the very end of the longest session', async () => {
    const environment = createTestEnvironment({ settings: { maxSessionSeconds: 3600 } })
    const { token } = outcomeOf(
      'authenticated',
      await environment.logIn(await environment.signUp()),
    )
    environment.ports.clock.advance(3599.999)
    expect(await refresh(environment, token)).toMatchObject({ kind: 'refreshed' })
    environment.ports.clock.advance(0.001)
    expect(await refresh(environment, token)).toEqual(ended)
  })

  it('T-38: of a token that has died of a shorter lifetime', async () => {
    const { environment, token } = await loggedIn()
    environment.ports.clock.advance(60)
    const stricter = environment.with({ settings: { accessTokenSeconds: 60 } })
    expect(await refresh(stricter, token)).toEqual(expired)
  })

  it('of what is no token', async () => {
    const { environment } = await loggedIn()
    expect(await refresh(environment, 'made up')).toEqual({
      kind: 'refused',
      refusal: 'token_invalid',
    })
  })

  it('T-85: while the store is down', async () => {
    const { environment, token } = await loggedIn()
    const { store } = environment.ports
    const broken = environment.with({ ports: { store: { ...store, transaction: down('store') } } })
    await expect(refresh(broken, token)).rejects.toThrow(PortError)
    expect(await refresh(environment, token)).toMatchObject({ kind: 'refreshed' })
  })

  it('more often than one network may ask', async () => {
    const { environment } = await loggedIn()
    for (let asked = 0; asked < 600; asked += 1) await refresh(environment, '')
    expect(await refresh(environment, '')).toMatchObject({
      refusal: 'rate_limited',
      retryAfter: 60,
    })
  })
})

async function loggedIn(client: ClientType = 'ui') {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  const { token } = outcomeOf('authenticated', await environment.logIn(ada, { client }))
  return { environment, ada, token }
}

function refresh({ auth, from }: TestEnvironment, token: string) {
  return auth.refresh({ token, from: from() })
}

function claimsOf({ auth, ports }: TestEnvironment, token: string) {
  return outcomeOf('valid', auth.authenticate(token, ports.clock.now())).claims
}

function sessionOf({ ports }: TestEnvironment, id: string) {
  return ports.store.transaction((tx) => tx.sessions.find(id))
}

function kidOf(token: string): unknown {
  const [header = ''] = token.split('.')
  return JSON.parse(Buffer.from(header, 'base64url').toString()).kid
}

async function logOut({ auth, from }: TestEnvironment, token: string): Promise<void> {
  await auth.logOut({ token, from: from() })
}

async function resetPassword(environment: TestEnvironment, { email }: Person): Promise<void> {
  await environment.auth.forgotPassword({ email, from: environment.from() })
  const { accounts } = await environment.lastMail('password_reset')
  await environment.auth.resetPassword({
    resetToken: accounts[0]?.token ?? '',
    newPassword: 'battery staple',
    from: environment.from(),
  })
}
