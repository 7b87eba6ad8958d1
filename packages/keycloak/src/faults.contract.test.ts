import { setTimeout as sleep } from 'node:timers/promises'
import type { CredentialUser, NewTenant, NewUser } from '@gatehouse/auth-core/ports'
import { findKeycloakService } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type Fault, type FaultProxy, startFaultProxy } from '../test-support/fault-proxy.ts'
import { createMemoryRealmAccounts } from '../test-support/memory-realm-accounts.ts'
import { openStore, realmTimeout } from '../test-support/running-keycloak.ts'
import { sampleTenant, sampleUser } from '../test-support/samples.ts'
import type { KeycloakCredentialStore } from './create-keycloak-credential-store.ts'
import type { Notice } from './notice.ts'

jest.setTimeout(realmTimeout)

const accounts = createMemoryRealmAccounts()
const notices: Notice[] = []
const tenant = sampleTenant()
const newUser = sampleUser()
let proxy: FaultProxy
let direct: KeycloakCredentialStore
let user: CredentialUser

beforeAll(async () => {
  proxy = await startFaultProxy(findKeycloakService()?.url ?? '')
  direct = await openStore({ realmAccounts: accounts })
  const made = await direct.createTenant(tenant, newUser)
  user = { tenantId: tenant.id, username: newUser.username, credentialId: made?.credentialId ?? '' }
})

afterAll(async () => {
  await direct.removeTenant(tenant)
  await proxy.close()
})

/** A store behind the proxy. Each has a circuit breaker of its own, closed at first. */
function throughProxy(): Promise<KeycloakCredentialStore> {
  const onNotice = (notice: Notice) => notices.push(notice)
  return openStore({ url: proxy.url, realmAccounts: accounts, onNotice })
}

/** The same, with little patience for requests that are never answered. */
function impatient(): Promise<KeycloakCredentialStore> {
  const patience = { timeoutSeconds: 2, realmTimeoutSeconds: 2 }
  return openStore({ url: proxy.url, realmAccounts: accounts, ...patience })
}

/** Harms requests whose "METHOD path" holds this text. */
function harm(text: string, fault: Fault): void {
  proxy.harm((line) => (line.includes(text) ? fault : undefined))
}

const heal = () => proxy.harm(() => undefined)

const faults: readonly (readonly [string, Fault, string])[] = [
  ['breaks before it is sent', 'reset_before', 'timeout'],
  ['breaks before the answer', 'reset_after', 'timeout'],
  ['breaks within the answer', 'reset_mid_answer', 'timeout'],
  ['answers 500', { status: 500, body: '{"error":"unknown_error"}' }, 'unavailable'],
  ['answers 503 in HTML', { status: 503, body: '<html>' }, 'unavailable'],
  ['answers 429', { status: 429, body: '{}' }, 'unavailable'],
]

describe('T-33: a password check whose request', () => {
  it.each([
    ...faults,
    ['gets a page of HTML', 'html', 'corrupt'],
    ['is sent elsewhere', 'redirect', 'timeout'],
    ['is not for our client', { status: 401, body: '{"error":"invalid_client"}' }, 'rejected'],
  ] as const)(
    '%s is a fault and no refusal; the next one is answered',
    async (_, fault, failure) => {
      const store = await throughProxy()
      harm('/token', fault)
      await expect(store.checkPassword(user, newUser.password)).rejects.toMatchObject({
        port: 'credential_store',
        failure,
      })
      heal()
      expect(await store.checkPassword(user, newUser.password)).toMatchObject({ accepted: true })
      expect(await store.checkPassword(user, 'wrong')).toEqual({ accepted: false })
    },
  )

  it('hangs is a fault and no refusal', async () => {
    const store = await impatient()
    harm('/token', 'hang')
    await expect(store.checkPassword(user, newUser.password)).rejects.toMatchObject({
      failure: 'timeout',
    })
    heal()
  })

  it('is answered late is answered', async () => {
    const store = await throughProxy()
    harm('/token', { delay: 300 })
    expect(await store.checkPassword(user, newUser.password)).toMatchObject({ accepted: true })
    heal()
  })

  it('stays accepted when its session cannot be ended, and says so to the operator', async () => {
    const store = await throughProxy()
    harm('/logout', 'reset_before')
    expect(await store.checkPassword(user, newUser.password)).toMatchObject({ accepted: true })
    heal()
    expect(notices.filter(({ kind }) => kind === 'session_left')).toHaveLength(1)
  })
})

it('is not asked any more while it is down', async () => {
  const store = await throughProxy()
  harm('', 'reset_before')
  for (let count = 0; count < 5; count += 1) {
    await expect(store.checkPassword(user, newUser.password)).rejects.toThrow()
    // What is cut within a second is one fault.
    await sleep(1000)
  }
  const asked = proxy.requests.length
  await expect(store.checkPassword(user, newUser.password)).rejects.toMatchObject({
    failure: 'unavailable',
  })
  expect(proxy.requests).toHaveLength(asked)
  heal()
})

it('says that a password may be set when the answer was lost, and it is', async () => {
  const store = await throughProxy()
  harm('/reset-password', 'reset_after')
  await expect(store.setPassword(user, 'a new password')).rejects.toMatchObject({
    failure: 'timeout',
  })
  heal()
  expect(await store.checkPassword(user, 'a new password')).toMatchObject({ accepted: true })
  await store.setPassword(user, newUser.password)
})

describe('T-26: a sign-up whose realm', () => {
  // A realm that was made is answered for with no body: there is no middle to break in.
  const harmful = faults.filter(([, fault]) => fault !== 'reset_mid_answer')

  it.each(harmful)('%s leaves nothing, and can be sent again', async (_, fault, failure) => {
    const store = await throughProxy()
    await store.checkReady()
    const [wanted, person] = [sampleTenant(), sampleUser()]
    harm('POST /admin/realms', fault)
    await expect(store.createTenant(wanted, person)).rejects.toMatchObject({ failure })
    heal()
    await store.removeTenant(wanted)
    await expectToBeMade(store, sampleTenant({ id: wanted.id }), person)
  })

  it('hangs leaves nothing, and can be sent again', async () => {
    const [hasty, store] = [await impatient(), await throughProxy()]
    await store.checkReady()
    const [wanted, person] = [sampleTenant(), sampleUser()]
    harm('POST /admin/realms', 'hang')
    await expect(hasty.createTenant(wanted, person)).rejects.toMatchObject({ failure: 'timeout' })
    heal()
    await store.removeTenant(wanted)
    await expectToBeMade(store, sampleTenant({ id: wanted.id }), person)
  })

  it('appears after it was given up makes room for the next of its name', async () => {
    const { wanted, appear } = await giveUp()
    await appear()
    await expectToBeMade(direct, sampleTenant({ id: wanted.id }), sampleUser())
  })

  it('appears after it was given up is tidied away', async () => {
    const { wanted, appear } = await giveUp()
    await direct.purgeExpired()
    await appear()
    expect(await realmExists(wanted.id)).toBe(true)
    await direct.purgeExpired()
    expect(await realmExists(wanted.id)).toBe(false)
    expect(await accounts.findAbandoned(wanted.id)).toEqual([])
  })

  it('cannot be asked for is forgotten at once: nobody got the request', async () => {
    const store = await throughProxy()
    const gone = await startFaultProxy('http://127.0.0.1:1')
    const away = await openStore({ url: gone.url, realmAccounts: accounts })
    await gone.close()
    const wanted = sampleTenant()
    await expect(away.createTenant(wanted, sampleUser())).rejects.toMatchObject({
      failure: 'unavailable',
    })
    expect(await accounts.find(wanted.reservation)).toBeUndefined()
    await expect(away.removeTenant(wanted)).resolves.toBeUndefined()
    await expectToBeMade(store, sampleTenant({ id: wanted.id }), sampleUser())
  })
})

it('a realm that cannot be removed now is removed the next time', async () => {
  const store = await throughProxy()
  const wanted = sampleTenant()
  await store.createTenant(wanted, sampleUser())
  harm('DELETE /admin/realms', 'reset_after')
  await expect(store.removeTenant(wanted)).rejects.toMatchObject({ failure: 'timeout' })
  heal()
  await store.removeTenant(wanted)
  expect(await realmExists(wanted.id)).toBe(false)
})

/** A sign-up that was given up while its request is still on the way. */
async function giveUp(): Promise<{ wanted: NewTenant; appear: () => Promise<void> }> {
  const hasty = await impatient()
  await direct.checkReady()
  const wanted = sampleTenant()
  let release = () => {}
  const hold = new Promise<void>((resolve) => {
    release = resolve
  })
  harm('POST /admin/realms', { hold })
  await expect(hasty.createTenant(wanted, sampleUser())).rejects.toMatchObject({
    failure: 'timeout',
  })
  await direct.removeTenant(wanted)
  heal()
  return {
    wanted,
    async appear() {
      release()
      while (!(await realmExists(wanted.id))) await new Promise((done) => setTimeout(done, 100))
    },
  }
}

async function realmExists(realm: string): Promise<boolean> {
  const response = await fetch(`${findKeycloakService()?.url}/realms/${realm}`)
  return response.ok
}

/** Makes it, finds its user in it, and removes it. */
async function expectToBeMade(
  store: KeycloakCredentialStore,
  wanted: NewTenant,
  person: NewUser,
): Promise<void> {
  const made = await store.createTenant(wanted, person)
  expect(made).not.toBeNull()
  const { username, password } = person
  const who = { tenantId: wanted.id, username, credentialId: made?.credentialId ?? '' }
  expect(await store.checkPassword(who, password)).toMatchObject({ accepted: true })
  await store.removeTenant(wanted)
  expect(await realmExists(wanted.id)).toBe(false)
}
