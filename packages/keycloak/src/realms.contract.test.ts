import type { CredentialUser, NewTenant, NewUser } from '@gatehouse/auth-core/ports'
import { findKeycloakService } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { createMemoryRealmAccounts } from '../test-support/memory-realm-accounts.ts'
import {
  openStore,
  realmTimeout,
  runningKeycloak,
  storeOptions,
} from '../test-support/running-keycloak.ts'
import { sampleTenant, sampleUser } from '../test-support/samples.ts'
import type { KeycloakCredentialStore } from './create-keycloak-credential-store.ts'
import type { Notice } from './notice.ts'
import { prepareKeycloak } from './operator/prepare-keycloak.ts'
import { createTokenEndpoint } from './token-endpoint.ts'

jest.setTimeout(realmTimeout)

const notices: Notice[] = []
const accounts = createMemoryRealmAccounts()
const tenant = sampleTenant()
const newUser = sampleUser({ firstName: 'Zoë <b> & "co"', lastName: "O'Neill;{}%$ 😀" })
let store: KeycloakCredentialStore
let user: CredentialUser
let operator: KeycloakAdminClient

beforeAll(async () => {
  store = await openStore({ realmAccounts: accounts, onNotice: (notice) => notices.push(notice) })
  user = await make(store, tenant, newUser)
  operator = await signInOperator()
})

afterAll(async () => {
  await store.removeTenant(tenant)
})

describe('a realm of ours', () => {
  it('T-29: lets nobody register, change their name or use a door of Keycloak', async () => {
    const realm = await operator.realms.findOne({ realm: tenant.id })
    expect(realm).toMatchObject({
      registrationAllowed: false,
      registrationEmailAsUsername: false,
      editUsernameAllowed: false,
      resetPasswordAllowed: false,
      rememberMe: false,
      verifyEmail: false,
    })
    const clients = await operator.clients.find({ realm: tenant.id })
    const open = clients.filter(({ enabled }) => enabled).map(({ clientId }) => clientId)
    expect(open.toSorted()).toEqual(['gatehouse-admin', 'gatehouse-login', 'realm-management'])
  })

  it('T-29: lets nobody change their own record, even with a token of theirs', async () => {
    const account = await accounts.findLive(tenant.id)
    const { url } = await storeOptions()
    const tokens = createTokenEndpoint({ url, timeoutSeconds: 60 })
    const clientSecret = account?.secrets.login ?? ''
    const client = { realm: tenant.id, clientId: 'gatehouse-login', clientSecret }
    const { username } = user
    const { password } = newUser
    const granted = await tokens.grant(client, { grant_type: 'password', username, password })
    if (granted.kind !== 'granted') throw new Error(granted.kind)
    const ask = (method: string, path: string, body?: object) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${granted.accessToken}`,
          'content-type': 'application/json',
        },
        body: body ? JSON.stringify(body) : null,
      })
    const record = { username: 'root', attributes: { machine_role: ['root'] } }
    const own = `/users/${user.credentialId}`
    for (const answer of [
      await ask('POST', `/realms/${tenant.id}/account`, record),
      await ask('PUT', `/admin/realms/${tenant.id}${own}`, record),
      await ask('POST', `/admin/realms/${tenant.id}/users`, { username: 'mallory' }),
      await ask('GET', `/realms/${tenant.id}/protocol/openid-connect/registrations`),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    const found = await operator.users.findOne({ realm: tenant.id, id: user.credentialId })
    expect(found).toMatchObject({ username: user.username })
    expect(found?.attributes).toBeUndefined()
    expect(await operator.users.count({ realm: tenant.id })).toBe(1)
    await tokens.endSession(client, granted.refreshToken ?? '')
  })

  it('keeps another profile of a person, and all of it that is left out', async () => {
    const id = user.credentialId
    const before = await operator.users.findOne({ realm: tenant.id, id })
    await store.setProfile(user, { firstName: 'Zoë-Ann' })
    const email = `other-${newUser.username}@example.com`
    await store.setProfile(user, { email })
    const changed = await operator.users.findOne({ realm: tenant.id, id })
    expect(changed).toEqual({ ...before, firstName: 'Zoë-Ann', email })
    await store.setProfile(user, { firstName: newUser.firstName, email: newUser.email })
    expect(await operator.users.findOne({ realm: tenant.id, id })).toEqual(before)
  })

  it('gives a user the realm role that the records have, and takes the other away', async () => {
    const where = { realm: tenant.id, id: user.credentialId }
    const ours = async () => {
      const roles = await operator.users.listRealmRoleMappings(where)
      return roles.flatMap(({ name = '' }) => (/_admin$/.test(name) ? [name] : []))
    }
    expect(await ours()).toEqual(['company_admin'])
    await store.setRole(user, 'user')
    expect(await ours()).toEqual([])
    await store.setRole(user, 'super_admin')
    await store.setRole(user, 'super_admin')
    expect(await ours()).toEqual(['super_admin'])
    await store.setRole(user, 'company_admin')
    expect(await ours()).toEqual(['company_admin'])
  })

  it('T-30: tells users apart whose names and addresses begin alike', async () => {
    const realm = tenant.id
    const like = { username: `${newUser.username}.np`, email: `${newUser.email}.np` }
    const password = 'another password'
    const credentials = [{ type: 'password', value: password, temporary: false }]
    const names = { firstName: 'Ada', lastName: 'Lovelace' }
    const { id } = await operator.users.create({
      realm,
      ...like,
      ...names,
      enabled: true,
      credentials,
    })
    const other = { tenantId: realm, credentialId: id, username: like.username }
    try {
      expect(await store.checkPassword(user, password)).toEqual({ accepted: false })
      expect(await store.checkPassword(other, newUser.password)).toEqual({ accepted: false })
      expect(await store.checkPassword(other, password)).toMatchObject({ accepted: true })
      await store.removeUser(other)
      expect(await store.checkPassword(user, newUser.password)).toMatchObject({ accepted: true })
    } finally {
      await operator.users.del({ realm, id }).catch(() => {})
    }
  })

  it('T-21: has no username that is the email address of somebody else', async () => {
    const realm = await operator.realms.findOne({ realm: tenant.id })
    expect(realm).toMatchObject({ loginWithEmailAllowed: true, duplicateEmailsAllowed: false })
  })

  it('T-19: has looser limits on guessing than ours, and locks nobody out for good', async () => {
    const realm = await operator.realms.findOne({ realm: tenant.id })
    expect(realm).toMatchObject({ bruteForceProtected: true, permanentLockout: false })
    expect(realm?.failureFactor).toBeGreaterThan(500)
    for (let count = 0; count < 15; count += 1) await store.checkPassword(user, `wrong ${count}`)
    expect(await store.checkPassword(user, newUser.password)).toMatchObject({ accepted: true })
  })

  it('has the three roles, and its first user the one of a company_admin', async () => {
    const realm = tenant.id
    const roles = await operator.roles.find({ realm })
    expect(roles.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['super_admin', 'company_admin', 'user']),
    )
    const mapped = await operator.users.listRealmRoleMappings({ realm, id: user.credentialId })
    const names = mapped.map(({ name }) => name)
    expect(names).toContain('company_admin')
    expect(names).not.toContain('super_admin')
  })

  it('keeps names as they are, and carries its reservation', async () => {
    const realm = await operator.realms.findOne({ realm: tenant.id })
    expect(realm?.displayName).toBe(tenant.name)
    expect(realm?.attributes?.['gatehouse.reservation']).toBe(tenant.reservation)
    const found = await operator.users.findOne({ realm: tenant.id, id: user.credentialId })
    const { username, email, firstName, lastName } = newUser
    expect(found).toMatchObject({ username, email, firstName, lastName, requiredActions: [] })
  })
})

describe('T-87: the accounts of the gateway', () => {
  it('the one in master can make realms, and neither read nor change any', async () => {
    const { url, clientId, clientSecret } = await storeOptions()
    const admin = await clientOf('master', { clientId, clientSecret })
    for (const realm of ['master', tenant.id]) {
      await expect(admin.realms.del({ realm })).rejects.toThrow('403')
      await expect(admin.users.find({ realm })).rejects.toThrow('403')
    }
    await expect(admin.realms.find()).rejects.toThrow('403')
    expect(url).toContain('127.0.0.1')
  })

  it('the one in master is the same for all who prepare it at once', async () => {
    const { url, admin } = runningKeycloak()
    const clientId = `gatehouse-${crypto.randomUUID()}`
    const prepare = () => prepareKeycloak({ url, administrator: admin, clientId })
    const all = await Promise.all(Array.from({ length: 4 }, prepare))
    const secrets = new Set(all.map(({ clientSecret }) => clientSecret))
    const clients = await operator.clients.find({ realm: 'master', clientId })
    expect([secrets.size, clients.length]).toEqual([1, 1])
    await clientOf('master', { clientId, clientSecret: [...secrets][0] ?? '' })
    await operator.clients.del({ realm: 'master', id: clients[0]?.id ?? '' })
  })

  it(
    'the one in master gives back what it got with each realm, and can make more',
    async () => {
      const { url, admin } = runningKeycloak()
      const clientId = `gatehouse-${crypto.randomUUID()}`
      const prepare = () => prepareKeycloak({ url, administrator: admin, clientId })
      const [one, other] = [sampleTenant(), sampleTenant()]
      const makes = await openStore({ ...(await prepare()), realmAccounts: accounts })
      try {
        await make(makes, one, sampleUser())
        const [client] = await operator.clients.find({ realm: 'master', clientId })
        const id = client?.id ?? ''
        const user = await operator.clients.getServiceAccountUser({ realm: 'master', id })
        const who = { realm: 'master', id: user.id ?? '' }
        const given = async () => {
          const { clientMappings = {} } = await operator.users.listRoleMappings(who)
          return clientMappings[`${one.id}-realm`]?.mappings.map(
            ({ name }: { name: string }) => name,
          )
        }
        expect(await given()).toEqual(expect.arrayContaining(['manage-users', 'manage-realm']))
        await prepare()
        expect(await given()).toEqual(['query-groups'])
        await make(makes, other, sampleUser())
        await operator.clients.del({ realm: 'master', id })
      } finally {
        await makes.removeTenant(one)
        await makes.removeTenant(other)
      }
    },
    2 * realmTimeout,
  )

  it('the one of a realm can do nothing in another', async () => {
    const other = sampleTenant()
    await make(store, other, sampleUser())
    try {
      const account = await accounts.findLive(tenant.id)
      const admin = await clientOf(tenant.id, {
        clientId: 'gatehouse-admin',
        clientSecret: account?.secrets.admin ?? '',
      })
      for (const realm of ['master', other.id]) {
        await expect(admin.realms.del({ realm })).rejects.toThrow('403')
        await expect(admin.users.find({ realm })).rejects.toThrow('403')
      }
      await expect(admin.clients.find({ realm: tenant.id })).rejects.toThrow('403')
      expect(await admin.users.count({ realm: tenant.id })).toBeGreaterThan(0)
    } finally {
      await store.removeTenant(other)
    }
  })
})

describe('T-32: a password check', () => {
  it('leaves no session behind', async () => {
    const who = { realm: tenant.id, id: user.credentialId }
    for (let count = 0; count < 5; count += 1) await store.checkPassword(user, newUser.password)
    expect(await operator.users.listSessions(who)).toEqual([])
    expect(notices).toEqual([])
  })

  it('accepts one user who signs in several times at once', async () => {
    const checks = Array.from({ length: 6 }, () => store.checkPassword(user, newUser.password))
    for (const check of await Promise.all(checks)) expect(check.accepted).toBe(true)
  })

  it('accepts one user who signs in through two replicas at once', async () => {
    const replicas = [store, await openStore({ realmAccounts: accounts })]
    for (let round = 0; round < 5; round += 1) {
      const checks = replicas.map((each) => each.checkPassword(user, newUser.password))
      for (const check of await Promise.all(checks)) expect(check.accepted).toBe(true)
    }
  })

  it('tells the groups with their whole path', async () => {
    const realm = tenant.id
    const { id } = await operator.groups.create({ realm, name: 'ops' })
    const child = await operator.groups.createChildGroup({ realm, id }, { name: 'nights' })
    const groupId = child.id
    await operator.users.addToGroup({ realm, id: user.credentialId, groupId })
    const check = await store.checkPassword(user, newUser.password)
    expect(check).toEqual({ accepted: true, groups: ['/ops/nights'] })
  })
})

it('lets a user with any name be kept out and let in again', async () => {
  await store.setEnabled(user, false)
  expect(await store.checkPassword(user, newUser.password)).toEqual({ accepted: false })
  await store.setEnabled(user, true)
  expect(await store.checkPassword(user, newUser.password)).toMatchObject({ accepted: true })
})

describe('T-33: what an operator did in Keycloak', () => {
  it('does not let another user in who has the name now', async () => {
    const stranger = { ...user, credentialId: crypto.randomUUID() }
    expect(await store.checkPassword(stranger, newUser.password)).toEqual({ accepted: false })
    expect(notices.splice(0)).toEqual([{ kind: 'account_replaced', realm: tenant.id }])
  })

  it('refuses a user who has something to do first, and says so to the operator', async () => {
    const who = { realm: tenant.id, id: user.credentialId }
    await operator.users.update(who, { requiredActions: ['UPDATE_PASSWORD'] })
    expect(await store.checkPassword(user, newUser.password)).toEqual({ accepted: false })
    expect(notices.splice(0)).toEqual([{ kind: 'account_not_set_up', realm: tenant.id }])
    await operator.users.update(who, { requiredActions: [] })
    expect(await store.checkPassword(user, newUser.password)).toMatchObject({ accepted: true })
  })

  it('cannot check passwords in a realm that does not take our client: no refusal', async () => {
    const realm = tenant.id
    const [client] = await operator.clients.find({ realm, clientId: 'gatehouse-login' })
    const who = { realm, id: client?.id ?? '' }
    await operator.clients.update(who, { ...client, directAccessGrantsEnabled: false })
    await expect(store.checkPassword(user, newUser.password)).rejects.toMatchObject({
      failure: 'rejected',
    })
    expect(notices.splice(0)).toEqual([{ kind: 'realm_refuses_us', realm }])
    await operator.clients.update(who, { ...client, directAccessGrantsEnabled: true })
  })

  it('refuses everybody of a realm that is gone, and says so to the operator', async () => {
    const doomed = sampleTenant()
    const person = sampleUser()
    const lost = await make(store, doomed, person)
    await operator.realms.del({ realm: doomed.id })
    expect(await store.checkPassword(lost, person.password)).toEqual({ accepted: false })
    await expect(store.setEnabled(lost, false)).rejects.toMatchObject({ failure: 'rejected' })
    const kinds = notices.splice(0).map(({ kind }) => kind)
    expect(kinds).toEqual(['realm_missing', 'realm_missing'])
    await store.removeTenant(doomed)
  })
})

async function make(
  on: KeycloakCredentialStore,
  newTenant: NewTenant,
  person: NewUser,
): Promise<CredentialUser> {
  const made = await on.createTenant(newTenant, person)
  if (made === null) throw new Error('the name of a new realm was taken')
  const { credentialId } = made
  return { tenantId: newTenant.id, credentialId, username: person.username }
}

/** The administrator of the whole of Keycloak. */
async function signInOperator(): Promise<KeycloakAdminClient> {
  const service = findKeycloakService()
  if (service === undefined) throw new Error('Keycloak is not running: npm run services')
  const admin = new KeycloakAdminClient({ baseUrl: service.url })
  await admin.auth({ grantType: 'password', clientId: 'admin-cli', ...service.admin })
  return admin
}

async function clientOf(
  realm: string,
  credentials: { readonly clientId: string; readonly clientSecret: string },
): Promise<KeycloakAdminClient> {
  const { url } = await storeOptions()
  const tokens = createTokenEndpoint({ url, timeoutSeconds: 60 })
  const outcome = await tokens.grant(
    { realm, ...credentials },
    { grant_type: 'client_credentials' },
  )
  if (outcome.kind !== 'granted') throw new Error(outcome.kind)
  const admin = new KeycloakAdminClient({ baseUrl: url, realmName: realm })
  admin.setAccessToken(outcome.accessToken)
  return admin
}
