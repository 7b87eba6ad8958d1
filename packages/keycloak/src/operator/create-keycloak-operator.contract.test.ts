import type { CredentialUser } from '@gatehouse/auth-core/ports'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { createMemoryRealmAccounts } from '../../test-support/memory-realm-accounts.ts'
import { openStore, realmTimeout, runningKeycloak } from '../../test-support/running-keycloak.ts'
import { sampleTenant, sampleUser } from '../../test-support/samples.ts'
import type { KeycloakCredentialStore } from '../create-keycloak-credential-store.ts'
import { compareRealm, type ExpectedRealm } from './compare-realm.ts'
import { createKeycloakOperator, type KeycloakOperator } from './create-keycloak-operator.ts'
import type { RealmUser } from './realm-users.ts'

jest.setTimeout(realmTimeout)

const accounts = createMemoryRealmAccounts()
const tenant = sampleTenant()
const person = sampleUser()
const realm = tenant.id
let store: KeycloakCredentialStore
let user: CredentialUser
let expected: ExpectedRealm
let operator: KeycloakOperator
/** An administrator who changes things in the console of Keycloak. */
let hand: KeycloakAdminClient

beforeAll(async () => {
  const { url, admin } = runningKeycloak()
  store = await openStore({ realmAccounts: accounts })
  const made = await store.createTenant(tenant, person)
  user = { tenantId: realm, credentialId: made?.credentialId ?? '', username: person.username }
  const { reservation, name } = tenant
  const { secrets = { login: '', admin: '' } } = (await accounts.findLive(realm)) ?? {}
  expected = { kind: 'ours', realm, name, reservation, secrets }
  operator = await createKeycloakOperator({ url, administrator: admin })
  hand = new KeycloakAdminClient({ baseUrl: url })
  await hand.auth({ grantType: 'password', clientId: 'admin-cli', ...admin })
})

afterAll(async () => {
  await operator.removeRealm(realm)
})

async function differences() {
  const view = await operator.readRealm(realm)
  if (!view) throw new Error('the realm is gone')
  return compareRealm(view, expected)
}

async function mendAll() {
  const found = await differences()
  for (const difference of found) await operator.mendRealm(expected, difference)
  return found.map(({ code, about }) => `${code} ${about}`)
}

async function idOf(clientId: string): Promise<string> {
  const [client] = await hand.clients.find({ realm, clientId })
  return client?.id ?? ''
}

async function people(): Promise<readonly RealmUser[]> {
  const found: RealmUser[] = []
  for await (const page of operator.listUsers(realm)) found.push(...page)
  return found
}

it('finds nothing in a realm that was just made, and knows who made it', async () => {
  expect(await differences()).toEqual([])
  expect(await operator.listMadeRealms('gatehouse-tests')).toContain(realm)
  expect(await operator.listMadeRealms('gatehouse-nobody')).toEqual([])
  expect(await operator.readRealm('there-is-none')).toBeUndefined()
  expect(await operator.tryAccount(realm, expected.secrets)).toBe(true)
})

describe('what an operator did by hand is found and set right:', () => {
  it('settings of the realm, roles and required actions', async () => {
    const changes = { enabled: false, registrationAllowed: true, passwordPolicy: 'length(40)' }
    await hand.realms.update({ realm }, changes)
    await hand.roles.delByName({ realm, name: 'company_admin' })
    await hand.authenticationManagement.registerRequiredAction({
      realm,
      providerId: 'VERIFY_PROFILE',
      name: 'Verify Profile',
    } as never)
    expect(await mendAll()).toEqual([
      'realm_disabled enabled',
      'realm_setting registrationAllowed',
      'realm_setting passwordPolicy',
      'realm_setting requiredActions',
      'realm_role company_admin',
    ])
    expect(await differences()).toEqual([])
  })

  it('the client that checks passwords', async () => {
    const id = await idOf('gatehouse-login')
    const found = await hand.clients.findOne({ realm, id })
    const changes = { directAccessGrantsEnabled: false, secret: 'another', protocolMappers: [] }
    await hand.clients.update({ realm, id }, { ...found, ...changes })
    const scope = await hand.clientScopes.create({
      realm,
      name: 'extra',
      protocol: 'openid-connect',
    })
    await hand.clients.addDefaultClientScope({ realm, id, clientScopeId: scope.id })
    expect(await operator.tryAccount(realm, expected.secrets)).toBe(false)
    expect(await mendAll()).toEqual([
      'client_setting gatehouse-login directAccessGrantsEnabled',
      'client_setting gatehouse-login defaultClientScopes',
      'client_setting gatehouse-login mapper sub',
      'client_setting gatehouse-login mapper groups',
      'client_secret gatehouse-login',
    ])
    expect(await differences()).toEqual([])
    expect(await store.checkPassword(user, person.password)).toMatchObject({ accepted: true })
  })

  it('the account of the realm, and a door that was opened', async () => {
    const id = await idOf('gatehouse-admin')
    const management = await idOf('realm-management')
    const { id: account = '' } = await hand.clients.getServiceAccountUser({ realm, id })
    const mapping = { realm, id: account, clientUniqueId: management }
    const all = await hand.clients.listRoles({ realm, id: management })
    const role = (name: string) => {
      const found = all.find((each) => each.name === name)
      return [{ id: found?.id ?? '', name }]
    }
    await hand.users.delClientRoleMappings({ ...mapping, roles: role('manage-users') })
    await hand.users.addClientRoleMappings({ ...mapping, roles: role('realm-admin') })
    const where = { realm, id: await idOf('account-console') }
    await hand.clients.update(where, { clientId: 'account-console', enabled: true })
    expect(await mendAll()).toEqual([
      'account_roles gatehouse-admin',
      'client_setting account-console enabled',
    ])
    expect(await differences()).toEqual([])
    await store.setEnabled(user, true)
  })

  it('clients that are gone', async () => {
    // Keycloak puts a client with an account into a scope of this name by itself.
    const protocol = 'openid-connect'
    await hand.clientScopes.create({ realm, name: 'service_account', protocol })
    for (const clientId of ['gatehouse-login', 'gatehouse-admin']) {
      await hand.clients.del({ realm, id: await idOf(clientId) })
    }
    expect(await mendAll()).toEqual([
      'client_missing gatehouse-login',
      'client_missing gatehouse-admin',
    ])
    expect(await differences()).toEqual([])
    expect(await operator.tryAccount(realm, expected.secrets)).toBe(true)
    await store.setPassword(user, person.password)
    expect(await store.checkPassword(user, person.password)).toMatchObject({ accepted: true })
  })

  it('the mark', async () => {
    const { attributes } = (await hand.realms.findOne({ realm })) ?? {}
    await hand.realms.update(
      { realm },
      { attributes: { ...attributes, 'gatehouse.reservation': 'x' } },
    )
    expect(await mendAll()).toEqual(['realm_mark gatehouse.reservation'])
    expect(await differences()).toEqual([])
  })
})

describe('the people of a realm', () => {
  it('are listed without the accounts of clients', async () => {
    const found = await people()
    expect(found).toEqual([
      {
        id: user.credentialId,
        username: person.username,
        email: person.email,
        emailVerified: false,
        enabled: true,
        firstName: person.firstName,
        lastName: person.lastName,
        requiredActions: [],
        hasSecondFactor: false,
      },
    ])
    expect(await operator.countUsers(realm)).toBe(1)
  })

  it('are changed without losing anything', async () => {
    const { credentialId } = user
    await operator.changeUser(realm, credentialId, {
      enabled: false,
      emailVerified: true,
      requiredActions: ['UPDATE_PASSWORD'],
    })
    expect(await people()).toMatchObject([
      { enabled: false, emailVerified: true, requiredActions: ['UPDATE_PASSWORD'] },
    ])
    const right = { enabled: true, emailVerified: false, requiredActions: [] }
    await operator.changeUser(realm, credentialId, right)
    expect(await people()).toMatchObject([{ ...right, email: person.email }])
    expect(await store.checkPassword(user, person.password)).toMatchObject({ accepted: true })
  })

  it('are made anew without a password, with their role, and can be given one', async () => {
    const { password, ...somebody } = sampleUser()
    const id = await operator.addUser(realm, { ...somebody, enabled: true, role: 'super_admin' })
    const holders = () => operator.listHolders(realm, 'super_admin', 'direct')
    expect([...((await holders()) ?? [])]).toEqual([id])
    const anew = { tenantId: realm, credentialId: id, username: somebody.username }
    expect(await store.checkPassword(anew, password)).toEqual({ accepted: false })
    expect(await operator.hasCredentials(realm, id)).toBe(false)
    await store.setPassword(anew, password)
    expect(await store.checkPassword(anew, password)).toMatchObject({ accepted: true })
    expect(await operator.hasCredentials(realm, id)).toBe(true)
    await operator.setRole(realm, id, 'user')
    expect([...((await holders()) ?? [])]).toEqual([])
    expect(await operator.listHolders(realm, 'no-such-role', 'any')).toBeUndefined()
  })

  it('have a role through a group too, and their groups are known', async () => {
    expect(await operator.hasGroups(realm)).toBe(false)
    const group = await hand.groups.create({ realm, name: 'bosses' })
    const role = await hand.roles.findOneByName({ realm, name: 'super_admin' })
    const roles = [{ id: role?.id ?? '', name: 'super_admin' }]
    await hand.groups.addRealmRoleMappings({ realm, id: group.id, roles })
    const { credentialId: id } = user
    await hand.users.addToGroup({ realm, id, groupId: group.id })
    const holders = (how: 'direct' | 'any') => operator.listHolders(realm, 'super_admin', how)
    expect([...((await holders('any')) ?? [])]).toEqual([id])
    expect([...((await holders('direct')) ?? [])]).toEqual([])
    expect(await operator.hasGroups(realm)).toBe(true)
    expect(await operator.listGroups(realm, id)).toEqual(['/bosses'])
  })
})

it('makes a realm anew whose people keep who they are, and need a new password', async () => {
  await operator.removeRealm(realm)
  const { password: _, ...somebody } = person
  const { credentialId: id } = user
  await operator.remakeRealm(expected, [{ ...somebody, id, enabled: true, role: 'company_admin' }])
  expect(await differences()).toEqual([])
  expect(await people()).toMatchObject([{ id, username: person.username }])
  expect(await store.checkPassword(user, person.password)).toEqual({ accepted: false })
  await store.setPassword(user, person.password)
  expect(await store.checkPassword(user, person.password)).toMatchObject({ accepted: true })
})

it('T-33: an administrator whom Keycloak does not take is a fault', async () => {
  const { url } = runningKeycloak()
  const administrator = { username: 'admin', password: 'wrong' }
  await expect(createKeycloakOperator({ url, administrator })).rejects.toMatchObject({
    port: 'credential_store',
    failure: 'rejected',
  })
})
