/** Attacks on sign-up and login, with a real Keycloak behind the gateway. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { logIn, type Person, person, signUp } from '../../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { keycloakSettings, realmTimeout, runningKeycloak } from '../support/keycloak.ts'
import { asOperator } from '../support/keycloak-operator.ts'

jest.setTimeout(realmTimeout)

const service = runningKeycloak()
const ask = asOperator(service)
let settings: Readonly<Record<string, string>>
let environment: TestEnvironment

beforeAll(async () => {
  settings = await keycloakSettings()
  environment = await openTestEnvironment({ ...settings, LOG_LEVEL: 'trace' })
})

afterAll(() => environment?.close())

const realmOf = ({ organization_name }: Person) =>
  organization_name.toLowerCase().replaceAll(' ', '-')
const exists = async (realm: string) => (await fetch(`${service.url}/realms/${realm}`)).ok
const signUpAll = (people: readonly Person[]) =>
  Promise.all(people.map((each) => environment.api.post('/api/auth/signup', each)))

describe('sign-ups at the same time', () => {
  it('T-26: for one organization make one realm with one person in it', async () => {
    const someone = person()
    const answers = await signUpAll([someone, someone, someone])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await ask('GET', `/${realmOf(someone)}/users`)).toMatchObject([
      { username: someone.username, email: someone.email },
    ])
    expect((await logIn(environment.api, someone)).status).toBe(200)
  })

  it('T-20: for one username make one realm, whatever its spelling', async () => {
    const first = person()
    const people = [first, { ...person(), username: first.username.toUpperCase() }]
    const answers = await signUpAll(people)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const made = await Promise.all(people.map((each) => exists(realmOf(each))))
    expect(made).toEqual(answers.map(({ status }) => status === 201))
  })
})

describe('a sign-up', () => {
  it.each(['master', 'Master', ' master ', '../master', 'a/b', 'acme?x=1', '%2e%2e', 'realms'])(
    'T-25: gets no realm by the name %j',
    async (organization_name) => {
      const { status, body } = await environment.api.post(
        '/api/auth/signup',
        person({ organization_name }),
      )
      expect([status, body.code]).toEqual([400, 'validation_failed'])
    },
  )

  it('T-25: never joins a realm that is there already', async () => {
    const someone = person()
    const realm = realmOf(someone)
    await ask('POST', '', { realm, enabled: true })
    try {
      const { status, body } = await environment.api.post('/api/auth/signup', someone)
      expect([status, body.code]).toEqual([409, 'organization_taken'])
      expect(await ask('GET', `/${realm}/users`)).toEqual([])
    } finally {
      await ask('DELETE', `/${realm}`)
    }
  })

  it.each(['role', 'tenant_id', 'realm', 'enabled', 'attributes', 'groups', 'machine_role'])(
    'T-28: has no field %j',
    async (field) => {
      const someone = person()
      const answer = await environment.api.post('/api/auth/signup', { ...someone, [field]: 'root' })
      expect(answer.status).toBe(400)
      expect(await exists(realmOf(someone))).toBe(false)
    },
  )

  it('T-28: makes a company_admin whose address is not confirmed, in Keycloak too', async () => {
    const realm = realmOf(await signUp(environment.api))
    const [user] = (await ask('GET', `/${realm}/users`)) as readonly { readonly id: string }[]
    expect(user).toMatchObject({ emailVerified: false, enabled: true })
    const roles = await ask('GET', `/${realm}/users/${user?.id}/role-mappings/realm`)
    expect(JSON.stringify(roles)).toContain('company_admin')
    expect(JSON.stringify(roles)).not.toContain('super_admin')
  })
})

describe('T-32: a password', () => {
  const password = '  &+%=ü😀'

  it.each([
    ['without a space before it', password.slice(1)],
    ['with a space after it', `${password} `],
    ['in compatible letters', password.replace('&', '＆')],
    ['with its plus read as a space', password.replace('+', ' ')],
  ])('counts byte for byte: not %s', async (_, other) => {
    expect(other).not.toBe(password)
    const someone = await signUp(environment.api, { password })
    expect((await logIn(environment.api, { ...someone, password: other })).status).toBe(401)
    expect((await logIn(environment.api, someone)).status).toBe(200)
  })

  it('B-161: is the same one with its letters decomposed, as another keyboard sends them', async () => {
    const other = password.normalize('NFD')
    expect(other).not.toBe(password)
    const someone = await signUp(environment.api, { password })
    expect((await logIn(environment.api, { ...someone, password: other })).status).toBe(200)
    const decomposed = await signUp(environment.api, { password: other })
    expect((await logIn(environment.api, { ...decomposed, password })).status).toBe(200)
  })

  it('leaves no session in Keycloak, however often it is checked', async () => {
    const someone = await signUp(environment.api, { password })
    for (let count = 0; count < 20; count += 1) {
      expect((await logIn(environment.api, someone)).status).toBe(200)
    }
    expect(await ask('GET', `/${realmOf(someone)}/client-session-stats`)).toEqual([])
  })
})

describe('T-87: the credential of the gateway', () => {
  it('stands in no line of the log, however much is logged', () => {
    const printed = environment.gateway().output.join('\n')
    expect(printed).toContain('signup')
    expect(printed).not.toContain(settings.KEYCLOAK_CLIENT_SECRET)
  })

  it.each(['/admin/realms', '/realms/master', '/admin/master/console/'])(
    'is not needed by anybody outside: %s of Keycloak is not reached through the gateway',
    async (path) => {
      const { status } = await fetch(`${environment.gateway().url}${path}`, { redirect: 'manual' })
      expect(status).toBe(404)
      expect(environment.backend.requests).toEqual([])
    },
  )
})
