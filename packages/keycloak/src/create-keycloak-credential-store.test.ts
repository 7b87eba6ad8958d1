import type { LeasedTokenKey } from '@gatehouse/auth-core/ports'
import { afterEach, describe, expect, it } from '@jest/globals'
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeServer,
  fakeToken,
} from '../test-support/fake-server.ts'
import { sampleTenant, sampleUser } from '../test-support/samples.ts'
import { isGrant, issue, openStoreOnFake, realmOf, start } from '../test-support/store-on-fake.ts'

const realms = Array.from({ length: 10 }, (_, index) => `realm-${index}`)

let server: FakeServer
afterEach(() => server.close())

/** A store on a fake, with a live account in each of ten realms, and in the decoy's. */
async function openOn(respond: (request: FakeRequest) => FakeAnswer) {
  const opened = await openStoreOnFake(respond)
  server = opened.server
  for (const realm of [...realms, 'nobody']) {
    const secrets = { login: `login of ${realm}`, admin: `admin of ${realm}` }
    const reservation = realm === 'nobody' ? realm : `reservation of ${realm}`
    await opened.accounts.add({ reservation, realm, status: 'live', secrets, since: start })
  }
  return opened
}

it('T-31: two hundred interleaved calls never leave the realm they are for', async () => {
  const { store, requests } = await openOn((request) =>
    isGrant(request) ? issue(request) : { status: 204 },
  )
  const calls = Array.from({ length: 200 }, (_, index) => {
    const tenantId = realms[index % realms.length] ?? ''
    const user = { tenantId, credentialId: `id-of-${tenantId}`, username: 'ada' }
    return index % 2 === 0 ? store.setEnabled(user, false) : store.setPassword(user, 'password')
  })
  await Promise.all(calls)

  const changes = requests.filter((request) => !isGrant(request))
  expect(changes).toHaveLength(200)
  for (const { authorization, path } of changes) {
    const token = authorization.split('.')[1] ?? ''
    const { realm } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { realm: string }
    expect(path).toContain(`/admin/realms/${realm}/users/id-of-${realm}`)
  }
})

it('T-31: asks for one token of the account in master, however many need it', async () => {
  const { store, requests, advance } = await openOn((request) =>
    isGrant(request) ? issue(request) : { status: 201 },
  )
  const signUps = () =>
    Promise.all(
      Array.from({ length: 10 }, () => store.createTenant(sampleTenant(), sampleUser())),
    ).catch(() => {})
  await signUps()
  await signUps()
  expect(requests.filter(isGrant)).toHaveLength(1)

  advance(290)
  await signUps()
  expect(requests.filter(isGrant)).toHaveLength(2)
})

it('T-31: authenticates anew, once, when a token of the account in master is refused', async () => {
  const { store, requests } = await openOn((request) =>
    isGrant(request) ? issue(request) : { status: 401, body: { error: 'HTTP 401 Unauthorized' } },
  )
  await expect(store.createTenant(sampleTenant(), sampleUser())).rejects.toMatchObject({
    port: 'credential_store',
    failure: 'rejected',
  })
  expect(requests.filter(isGrant)).toHaveLength(2)
  expect(requests).toHaveLength(4)
})

it('T-27, T-30: never lists realms and never searches for users', async () => {
  const { store, requests } = await openOn((request) => {
    if (isGrant(request)) return issue(request)
    if (request.method === 'POST') return { status: 201 }
    return request.method === 'GET' ? { status: 200, body: {} } : { status: 204 }
  })
  const tenant = sampleTenant()
  const user = { tenantId: 'realm-1', credentialId: 'account', username: 'ada' }
  await store.checkReady()
  await store.createTenant(tenant, sampleUser())
  await store.checkPassword(user, 'right')
  await store.checkNobody('wrong').catch(() => {})
  await store.setPassword(user, 'new')
  await store.setEnabled(user, false)
  await store.removeUser(user)
  await store.removeTenant(tenant)
  await store.purgeExpired()
  const asked = requests.filter(({ method }) => method === 'GET').map(({ path }) => path)
  expect(asked.length).toBeGreaterThan(0)
  for (const path of asked) expect(path).toMatch(/\/admin\/realms\/[^/?]+($|\/attack-detection\/)/)
})

it('T-33: an account in master that Keycloak does not know is a fault', async () => {
  const { store } = await openOn(() => ({ status: 401, body: { error: 'invalid_client' } }))
  await expect(store.checkReady()).rejects.toMatchObject({ failure: 'rejected' })
})

it('T-19: asks a locked user no second time, and tells the operator', async () => {
  const { store, requests, notices } = await openOn((request) => {
    if (request.path.includes('attack-detection')) return { status: 200, body: { disabled: true } }
    if (request.body.includes('grant_type=client_credentials')) return issue(request)
    return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid user' } }
  })
  const user = { tenantId: 'realm-1', credentialId: 'id', username: 'ada' }
  expect(await store.checkPassword(user, 'right')).toEqual({ accepted: false })
  expect(requests.filter(({ body }) => body.includes('grant_type=password'))).toHaveLength(1)
  expect(requests).toHaveLength(5)
  expect(notices).toEqual([{ kind: 'account_locked', realm: 'realm-1' }])
})

it('takes nobody for locked whom Keycloak calls disabled for a moment', async () => {
  let isDisabled = true
  const { store, notices } = await openOn((request) => {
    const { path, body } = request
    if (path.includes('attack-detection')) {
      const disabled = isDisabled
      isDisabled = false
      return { status: 200, body: { disabled } }
    }
    if (isDisabled && body.includes('grant_type=password')) {
      return { status: 401, body: { error: 'invalid_grant', error_description: 'Invalid user' } }
    }
    const token = fakeToken({ sub: 'id', iat: 1e9, realm: realmOf(request) })
    return { status: 200, body: { access_token: token, expires_in: 300 } }
  })
  const user = { tenantId: 'realm-1', credentialId: 'id', username: 'ada' }
  expect(await store.checkPassword(user, 'right')).toMatchObject({ accepted: true })
  expect(notices).toEqual([])
})

describe('F-3: a password that was never looked at', () => {
  const openWith = (found: { readonly status: number; readonly body: object }) =>
    openOn((request) => {
      const { path, body } = request
      if (path.includes('attack-detection')) return { status: 200, body: {} }
      if (path.includes('/users/')) return found
      if (body.includes('grant_type=password')) {
        return { status: 401, body: { error: 'invalid_grant', error_description: 'Invalid user' } }
      }
      const token = fakeToken({ sub: 'id', iat: 1e9, realm: realmOf(request) })
      return { status: 200, body: { access_token: token, expires_in: 300 } }
    })
  const user = { tenantId: 'realm-1', credentialId: 'id', username: 'ada' }

  it('is a fault, not a wrong one', async () => {
    const { store, requests } = await openWith({ status: 200, body: { username: 'ada' } })
    const check = store.checkPassword(user, 'right')
    await expect(check).rejects.toMatchObject({ port: 'credential_store', failure: 'unavailable' })
    expect(requests.filter(({ body }) => body.includes('grant_type=password'))).toHaveLength(4)
  })

  it.each([
    ['is not there', { status: 404, body: { error: 'User not found' } }],
    ['has another name', { status: 200, body: { username: 'eve' } }],
  ])('is a wrong one where the user %s', async (_, found) => {
    const { store } = await openWith(found)
    expect(await store.checkPassword(user, 'right')).toEqual({ accepted: false })
  })
})

it('T-30: takes nobody for a user but whoever has that very identifier', async () => {
  const { store } = await openOn((request) => {
    const token = fakeToken({ sub: 'another id', iat: 1, realm: realmOf(request) })
    return { status: 200, body: { access_token: token, expires_in: 300 } }
  })
  const user = { tenantId: 'realm-1', credentialId: 'id', username: 'ada' }
  expect(await store.checkPassword(user, 'right')).toEqual({ accepted: false })
})

it('T-34: asks as much about nobody as about somebody with a wrong password', async () => {
  const { store, requests, leases } = await openOn((request) => {
    const { path, body } = request
    if (path.includes('attack-detection')) return { status: 200, body: { lastFailure: 1e15 } }
    if (body.includes('grant_type=client_credentials')) return issue(request)
    return { status: 401, body: { error: 'invalid_grant', error_description: 'Invalid user' } }
  })
  const askedFor = async (check: () => Promise<unknown>) => {
    const before = requests.length
    await check()
    const kinds = requests.slice(before).map(({ path }) => path.replace(/.*\//, ''))
    return kinds.map((kind) => (kind === 'token' ? kind : 'failures'))
  }
  const user = { tenantId: 'realm-1', credentialId: 'id', username: 'ada' }
  const asked = await askedFor(() => store.checkPassword(user, 'wrong'))
  expect(asked).toEqual(['token', 'token', 'failures'])
  expect(await askedFor(() => store.checkNobody('wrong'))).toEqual(asked)
  const elsewhere = { ...user, tenantId: 'no realm' }
  expect(await askedFor(() => store.checkPassword(elsewhere, 'wrong'))).toEqual(asked)
  expect(leases).toEqual(['id', expect.any(String), expect.any(String)])
})

it('F-4: sets no password whose token another process has taken over', async () => {
  const { store, requests, accounts } = await openOn((request) =>
    isGrant(request) ? issue(request) : { status: 204 },
  )
  const user = { tenantId: 'realm-1', credentialId: 'id', username: 'ada' }
  const claim = {
    digest: 'digest',
    purpose: 'reset_password',
    lease: { by: 'one', until: start },
  } as const
  let holder = 'another'
  Object.assign(accounts, {
    async requireLease({ lease }: LeasedTokenKey) {
      if (lease.by !== holder) throw new Error('leased anew')
    },
  })
  const sets = () => requests.filter(({ path }) => path.endsWith('/reset-password')).length
  await expect(store.setPassword(user, 'the late one', claim)).rejects.toThrow()
  expect(sets()).toBe(0)
  holder = 'one'
  await store.setPassword(user, 'the new one', claim)
  expect(sets()).toBe(1)
})
