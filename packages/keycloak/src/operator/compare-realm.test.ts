import { describe, expect, it } from '@jest/globals'
import { adminClient, loginClient, realmOf } from '../realm-template.ts'
import { compareRealm, type ExpectedRealm } from './compare-realm.ts'
import type { ClientRepresentation, RealmView } from './realm-view.ts'

const expected: ExpectedRealm = {
  kind: 'ours',
  realm: 'acme',
  name: 'Acme Ltd',
  reservation: 'reservation-1',
  secrets: { login: 'login secret', admin: 'admin secret' },
}

/** A realm as the template makes it. */
function view(changes: Partial<RealmView> = {}): RealmView {
  const { realm: id, name, reservation, secrets } = expected
  const { clients = [], ...settings } = realmOf({ tenant: { id, name, reservation }, secrets })
  return {
    settings,
    clients,
    roles: ['super_admin', 'company_admin', 'user', 'offline_access'],
    actions: ['UPDATE_PASSWORD'],
    accountRoles: ['manage-users', 'manage-realm'],
    accountScope: ['manage-realm', 'manage-users'],
    ...changes,
  }
}

function withClient(clientId: string, changes: ClientRepresentation): RealmView {
  const { clients } = view()
  const changed = clients.map((client) =>
    client.clientId === clientId ? { ...client, ...changes } : client,
  )
  return view({ clients: changed })
}

describe('comparing a realm of ours', () => {
  it('finds nothing in one as it was made', () => {
    expect(compareRealm(view(), expected)).toEqual([])
  })

  it.each([
    ['registrationAllowed', true, { is: 'true', should: 'false' }],
    ['failureFactor', 30, { is: '30', should: '1000' }],
    ['displayName', 'Acme', { is: 'Acme', should: 'Acme Ltd' }],
    ['passwordPolicy', 'length(20)', { is: 'length(20)', should: 'nothing' }],
    ['defaultSignatureAlgorithm', undefined, { is: 'nothing', should: 'ES256' }],
  ])('finds the setting %s that was changed', (about, value, found) => {
    const settings = { ...view().settings, [about]: value }
    expect(compareRealm(view({ settings }), expected)).toEqual([
      { code: 'realm_setting', about, ...found },
    ])
  })

  it('finds a realm that is off', () => {
    const settings = { ...view().settings, enabled: false }
    expect(compareRealm(view({ settings }), expected)).toEqual([
      { code: 'realm_disabled', about: 'enabled', is: 'false', should: 'true' },
    ])
  })

  it('finds required actions that came on top', () => {
    const actions = ['UPDATE_PASSWORD', 'VERIFY_PROFILE']
    expect(compareRealm(view({ actions }), expected)).toMatchObject([
      { about: 'requiredActions', is: 'UPDATE_PASSWORD, VERIFY_PROFILE' },
    ])
  })

  it('finds a role that is gone', () => {
    expect(compareRealm(view({ roles: ['super_admin', 'user'] }), expected)).toMatchObject([
      { code: 'realm_role', about: 'company_admin' },
    ])
  })

  it.each([
    [{ directAccessGrantsEnabled: false }, 'gatehouse-login directAccessGrantsEnabled'],
    [{ publicClient: true }, 'gatehouse-login publicClient'],
    [{ standardFlowEnabled: true }, 'gatehouse-login standardFlowEnabled'],
    [{ defaultClientScopes: ['email'] }, 'gatehouse-login defaultClientScopes'],
    [{ protocolMappers: [] }, 'gatehouse-login mapper sub'],
  ])('finds the client that checks passwords changed by %j', (changes, about) => {
    const found = compareRealm(withClient('gatehouse-login', changes), expected)
    expect(found).toContainEqual(expect.objectContaining({ code: 'client_setting', about }))
  })

  it('finds a client of ours that is off', () => {
    expect(compareRealm(withClient('gatehouse-login', { enabled: false }), expected)).toEqual([
      { code: 'client_disabled', about: 'gatehouse-login enabled', is: 'false', should: 'true' },
    ])
  })

  it('finds another secret, and shows neither', () => {
    const found = compareRealm(withClient('gatehouse-admin', { secret: 'stolen' }), expected)
    expect(found).toMatchObject([{ code: 'client_secret', about: 'gatehouse-admin' }])
    expect(JSON.stringify(found)).not.toMatch(/stolen|admin secret/)
  })

  it('finds a client that is gone, and says no more about it', () => {
    const clients = view().clients.filter(({ clientId }) => clientId !== 'gatehouse-admin')
    const nothing = { clients, accountRoles: [], accountScope: [] }
    expect(compareRealm(view(nothing), expected)).toEqual([
      { code: 'client_missing', about: 'gatehouse-admin', is: 'missing', should: 'there' },
    ])
  })

  it('finds an account that may more or less than it should', () => {
    const accountRoles = ['manage-users', 'realm-admin']
    expect(compareRealm(view({ accountRoles }), expected)).toEqual([
      {
        code: 'account_roles',
        about: 'gatehouse-admin',
        is: 'manage-users, realm-admin',
        should: 'manage-realm, manage-users',
      },
    ])
    expect(compareRealm(view({ accountScope: [] }), expected)).toMatchObject([
      { about: 'gatehouse-admin scope', is: 'none' },
    ])
  })

  it('T-29: finds a door of Keycloak that was opened', () => {
    expect(compareRealm(withClient('account-console', { enabled: true }), expected)).toEqual([
      { code: 'client_setting', about: 'account-console enabled', is: 'true', should: 'false' },
    ])
  })

  it.each([{}, { attributes: { 'gatehouse.reservation': 'another' } }])(
    'looks no further where the mark is not ours: %j',
    (attributes) => {
      const { attributes: _, ...rest } = view().settings
      const settings = { ...rest, ...attributes, registrationAllowed: true }
      expect(compareRealm(view({ settings, clients: [] }), expected)).toMatchObject([
        { code: 'realm_mark', should: 'reservation-1' },
      ])
    },
  )
})

describe('comparing a realm that was there before us', () => {
  const guest: ExpectedRealm = { ...expected, kind: 'guest' }

  const found = view({
    settings: { enabled: true, bruteForceProtected: true, registrationAllowed: true },
    clients: [
      loginClient('login secret'),
      { ...adminClient('admin secret'), attributes: { 'access.token.lifespan': '60', other: 'x' } },
      { clientId: 'account-console', enabled: true },
    ],
    roles: [],
    actions: ['VERIFY_PROFILE'],
    accountRoles: ['manage-users'],
    accountScope: ['manage-users'],
  })

  it('finds nothing about what is its operator’s business', () => {
    expect(compareRealm(found, guest)).toEqual([])
  })

  it('F-4: finds that tokens of our account live for longer than a minute', () => {
    const clients = [loginClient('login secret'), adminClient('admin secret')]
    expect(compareRealm({ ...found, clients }, guest)).toEqual([
      {
        code: 'client_setting',
        about: 'gatehouse-admin access.token.lifespan',
        is: 'nothing',
        should: '60',
      },
    ])
  })

  it('finds that guesses are not counted', () => {
    const settings = { ...found.settings, bruteForceProtected: false }
    expect(compareRealm({ ...found, settings }, guest)).toEqual([
      { code: 'realm_setting', about: 'bruteForceProtected', is: 'false', should: 'true' },
    ])
  })

  it('T-87: finds that our account may do more than manage users', () => {
    const accountRoles = ['manage-realm', 'manage-users']
    expect(compareRealm({ ...found, accountRoles }, guest)).toMatchObject([
      { code: 'account_roles', should: 'manage-users' },
    ])
  })
})
