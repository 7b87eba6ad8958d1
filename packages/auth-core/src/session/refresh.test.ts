import { describe, expect, it } from '@jest/globals'
import { down } from '../../testing/index.ts'
import { createStage, outcomeOf, type Person, type Stage } from '../../testing/stage.ts'
import { propagationSeconds } from '../keys/key-ring.ts'
import { rotateKeysIfDue } from '../keys/rotate-keys.ts'
import { PortError } from '../port-error.ts'
import type { ClientType } from '../records/client.ts'

const day = 86_400
const expired = { kind: 'refused', refusal: 'token_expired' }
const ended = { kind: 'refused', refusal: 'session_ended' }

describe('T-41: refreshing at the edge', () => {
  it('one second before expiry gives a full new lifetime', async () => {
    const { stage, token } = await loggedIn()
    stage.ports.clock.advance(day - 1)
    const refreshed = outcomeOf('refreshed', await refresh(stage, token))
    expect(refreshed.expiresIn).toBe(day)
    stage.ports.clock.advance(day - 1)
    expect(claimsOf(stage, refreshed.token)).toBeDefined()
    stage.ports.clock.advance(1)
    expect(stage.auth.authenticate(refreshed.token, stage.ports.clock.now())).toEqual(expired)
  })

  it('at expiry is refused', async () => {
    const { stage, token } = await loggedIn()
    stage.ports.clock.advance(day)
    expect(await refresh(stage, token)).toEqual(expired)
  })

  it('is judged by when the request arrived, however slow the rest is', async () => {
    const { stage, token } = await loggedIn()
    stage.ports.clock.advance(day - 1)
    const from = stage.from()
    stage.ports.clock.advance(5)
    const { token: next } = outcomeOf('refreshed', await stage.auth.refresh({ token, from }))
    expect(claimsOf(stage, next)).toMatchObject({ issuedAt: stage.ports.clock.now() })
  })

  it('gives each of many at the same time a token of its own', async () => {
    const { stage, token } = await loggedIn()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refresh(stage, token)))
    const tokens = outcomes.map((outcome) => outcomeOf('refreshed', outcome).token)
    expect(new Set(tokens).size).toBe(20)
    expect(await refresh(stage, token)).toMatchObject({ kind: 'refreshed' })
  })
})

describe('a refreshed token', () => {
  it('is of the same session, tenant, client and login', async () => {
    const { stage, token } = await loggedIn('cli')
    stage.ports.clock.advance(3600)
    const from = stage.from({ client: 'ui' })
    const { token: next } = outcomeOf('refreshed', await stage.auth.refresh({ token, from }))
    const [before, after] = [claimsOf(stage, token), claimsOf(stage, next)]
    const { tokenId, issuedAt, expiresAt, ...same } = after
    expect(before).toMatchObject({ ...same, source: 'cli' })
    expect(tokenId).not.toBe(before.tokenId)
    expect(issuedAt).toEqual(stage.ports.clock.now())
    expect(expiresAt.getTime() - issuedAt.getTime()).toBe(day * 1000)
  })

  it('T-40: has the rights of now, not those of then', async () => {
    const { stage, ada, token } = await loggedIn()
    const changes = {
      role: 'user',
      machineRole: 'guest',
      groups: [],
      email: 'new@acme.com',
    } as const
    await stage.changeAccount(ada.accountId, changes)
    await stage.changeTenant('acme', { name: 'Acme Unlimited' })
    const { token: next } = outcomeOf('refreshed', await refresh(stage, token))
    expect(claimsOf(stage, next)).toMatchObject({ ...changes, tenantName: 'Acme Unlimited' })
  })

  it('T-38: has the lifetime of now', async () => {
    const { stage, token } = await loggedIn()
    const stricter = stage.with({ settings: { accessTokenSeconds: 60 } })
    const { token: next, expiresIn } = outcomeOf('refreshed', await refresh(stricter, token))
    expect(expiresIn).toBe(60)
    const { issuedAt, expiresAt } = claimsOf(stricter, next)
    expect(expiresAt.getTime() - issuedAt.getTime()).toBe(60_000)
  })

  it('T-39: is signed with the key of now, even if the old one is retiring', async () => {
    const { stage, token } = await loggedIn()
    const settings = { ...stage.settings, keyRotationSeconds: 3600, keyLeadSeconds: 0 }
    const [key] = stage.ports.keyRing.current()
    if (key) await stage.ports.store.transaction((tx) => tx.signingKeys.put(key))
    const keys = await rotateKeysIfDue(stage.ports, settings)
    stage.ports.keyRing.replace(keys)
    stage.ports.clock.advance(propagationSeconds)
    const { token: next } = outcomeOf('refreshed', await refresh(stage, token))
    expect(kidOf(token)).toBe('key-1')
    expect(kidOf(next)).toBe(keys.at(-1)?.kid)
  })

  it('is on record', async () => {
    const { stage, ada, token } = await loggedIn('cli')
    await refresh(stage, token)
    expect(await stage.audit('refreshed')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme', client: 'cli' },
    ])
  })
})

describe('the session on record', () => {
  it('knows the latest expiry, for connections that outlive one token', async () => {
    const { stage, token } = await loggedIn()
    stage.ports.clock.advance(3600)
    const { token: next } = outcomeOf('refreshed', await refresh(stage, token))
    const { sessionId, expiresAt } = claimsOf(stage, next)
    expect(await sessionOf(stage, sessionId)).toMatchObject({ expiresAt })
  })

  it('keeps a later expiry that another refresh has given it', async () => {
    const { stage, token } = await loggedIn()
    const { sessionId, expiresAt } = claimsOf(stage, token)
    await refresh(stage.with({ settings: { accessTokenSeconds: 60 } }), token)
    expect(await sessionOf(stage, sessionId)).toMatchObject({ expiresAt })
  })
})

describe('T-40: no refresh', () => {
  it.each([
    ['after logout', (stage: Stage, _: Person, token: string) => logOut(stage, token)],
    ['after a password change', resetPassword],
    [
      'for a disabled account',
      (stage: Stage, { accountId }: Person) =>
        stage.changeAccount(accountId, { standing: 'disabled' }),
    ],
    [
      'for a disabled tenant',
      (stage: Stage) => stage.changeTenant('acme', { standing: 'disabled' }),
    ],
    [
      'for a removed tenant',
      ({ ports }: Stage) => ports.store.transaction((tx) => tx.tenants.remove('acme')),
    ],
    [
      'for a session that is not on record',
      ({ ports }: Stage) =>
        ports.store.transaction((tx) => tx.sessions.removeExpired(new Date('2040-01-01'))),
    ],
  ])('%s', async (_, happen) => {
    const { stage, ada, token } = await loggedIn()
    await happen(stage, ada, token)
    expect(await refresh(stage, token)).toEqual(ended)
    expect(stage.auth.authenticate(token, stage.ports.clock.now())).toMatchObject({
      kind: 'authenticated',
    })
    expect(await stage.audit('refreshed')).toMatchObject([{ outcome: 'refused' }])
  })

  it('past the longest session, however often it was refreshed', async () => {
    const { stage, token } = await loggedIn()
    let newest = token
    for (let passed = 0; passed < 40; passed += 1) {
      stage.ports.clock.advance(0.75 * day)
      const outcome = await refresh(stage, newest)
      if (passed === 39) expect(outcome).toEqual(ended)
      else newest = outcomeOf('refreshed', outcome).token
    }
  })

  it('at the very end of the longest session', async () => {
    const stage = createStage({ settings: { maxSessionSeconds: 3600 } })
    const { token } = outcomeOf('authenticated', await stage.logIn(await stage.signUp()))
    stage.ports.clock.advance(3599.999)
    expect(await refresh(stage, token)).toMatchObject({ kind: 'refreshed' })
    stage.ports.clock.advance(0.001)
    expect(await refresh(stage, token)).toEqual(ended)
  })

  it('T-38: of a token that has died of a shorter lifetime', async () => {
    const { stage, token } = await loggedIn()
    stage.ports.clock.advance(60)
    const stricter = stage.with({ settings: { accessTokenSeconds: 60 } })
    expect(await refresh(stricter, token)).toEqual(expired)
  })

  it('of what is no token', async () => {
    const { stage } = await loggedIn()
    expect(await refresh(stage, 'made up')).toEqual({ kind: 'refused', refusal: 'token_invalid' })
  })

  it('T-85: while the store is down', async () => {
    const { stage, token } = await loggedIn()
    const { store } = stage.ports
    const broken = stage.with({ ports: { store: { ...store, transaction: down('store') } } })
    await expect(refresh(broken, token)).rejects.toThrow(PortError)
    expect(await refresh(stage, token)).toMatchObject({ kind: 'refreshed' })
  })

  it('more often than one network may ask', async () => {
    const { stage } = await loggedIn()
    for (let asked = 0; asked < 600; asked += 1) await refresh(stage, '')
    expect(await refresh(stage, '')).toMatchObject({ refusal: 'rate_limited', retryAfter: 60 })
  })
})

async function loggedIn(client: ClientType = 'ui') {
  const stage = createStage()
  const ada = await stage.signUp()
  const { token } = outcomeOf('authenticated', await stage.logIn(ada, { client }))
  return { stage, ada, token }
}

function refresh({ auth, from }: Stage, token: string) {
  return auth.refresh({ token, from: from() })
}

function claimsOf({ auth, ports }: Stage, token: string) {
  return outcomeOf('authenticated', auth.authenticate(token, ports.clock.now())).claims
}

function sessionOf({ ports }: Stage, id: string) {
  return ports.store.transaction((tx) => tx.sessions.find(id))
}

function kidOf(token: string): unknown {
  const [header = ''] = token.split('.')
  return JSON.parse(Buffer.from(header, 'base64url').toString()).kid
}

async function logOut({ auth, from }: Stage, token: string): Promise<void> {
  await auth.logOut({ token, from: from() })
}

async function resetPassword(stage: Stage, { email }: Person): Promise<void> {
  await stage.auth.forgotPassword({ email, from: stage.from() })
  const { accounts } = await stage.lastMail('password_reset')
  await stage.auth.resetPassword({
    resetToken: accounts[0]?.token ?? '',
    newPassword: 'battery staple',
    from: stage.from(),
  })
}
