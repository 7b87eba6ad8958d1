/** `gatehouse keycloak import` on the real Keycloak, with a realm that people use already. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { tokensIn } from '../../testing/mail-server.ts'
import { bearer, enter, logIn, type Person, signUp } from '../../testing/people.ts'
import { killGatehouseWhen, runGatehouse } from '../../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { parsePrinted } from '../support/documented-fields.ts'
import { keycloakSettings, realmTimeout, runningKeycloak } from '../support/keycloak.ts'
import { createHand, type Hand } from '../support/keycloak-hand.ts'
import { records } from '../support/records.ts'

jest.setTimeout(realmTimeout)

const tag = randomBytes(3).toString('hex')
const realm = `old-${tag}`
const password = 'as it was: &+%=ü😀'
const crowd = 310
/** Those besides the crowd who come in, and those who do not. */
const [special, leftOut] = [4, 4]

let environment: TestEnvironment
let settings: Readonly<Record<string, string>>
let hand: Hand
let signedUp: Person

const emailOf = (name: string) => `${name}-${tag}@example.com`
const ada = { email: emailOf('ada'), password }
const boss = { email: emailOf('boss'), password }

beforeAll(async () => {
  const keycloak = await keycloakSettings({ KEYCLOAK_CLIENT_ID: `gatehouse-import-${tag}` })
  environment = await openTestEnvironment(keycloak)
  const { admin } = runningKeycloak()
  settings = {
    ...keycloak,
    DATA_DIR: environment.dataDir,
    KEYCLOAK_ADMIN: admin.username,
    KEYCLOAK_ADMIN_PASSWORD: admin.password,
  }
  hand = createHand(runningKeycloak())
  signedUp = await signUp(environment.api)
  await makeOldRealm()
})

afterAll(async () => {
  await environment?.close()
  await hand?.ask('DELETE', `/${realm}`)
})

const run = (...options: readonly string[]) =>
  runGatehouse(['keycloak', 'import', ...options], settings)
const import_ = (...options: readonly string[]) =>
  run('--realm', realm, '--admin-role', 'boss', ...options)
const accounts = () =>
  records(environment, 'select * from accounts where tenant_id = ? order by username', realm)

describe('an import', () => {
  it('is refused where it cannot be right', async () => {
    const said = await Promise.all([
      run('--realm', 'Old Realm'),
      run('--realm', `none-${tag}`),
      run('--realm', realm, '--admin-role', 'emperor'),
      import_(),
      run(),
    ])
    expect(said.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2])
    const errors = said.map((each) => each.errors.split('\n')[0])
    expect(errors).toEqual([
      expect.stringMatching(/^The realm "Old Realm" cannot be an organization/),
      expect.stringContaining(`There is no realm none-${tag}`),
      `The realm ${realm} has no role emperor.`,
      'There is nobody to ask: --yes is needed. Nothing was changed.',
      '--realm is needed.',
    ])
  })

  it('says beforehand what it would do, and changes nothing', async () => {
    const before = await hand.ask<object[]>('GET', `/${realm}/clients`)
    const { code, output } = await import_('--dry-run')
    expect(output).toContain(`The realm ${realm} becomes the organization "Old Times Ltd".`)
    expect(output).toContain('2 users with the role boss become company_admin, the others user.')
    expect(output).toContain('  - the client gatehouse-login is made')
    expect(output).toContain('  - failed logins are counted')
    expect(output).toContain(`Would make ${crowd + special} accounts (2 administrators);`)
    expect(code).toBe(1)
    expect(accounts()).toEqual([])
    expect(await hand.ask<object[]>('GET', `/${realm}/clients`)).toEqual(before)
  })

  it('goes on where it was killed, and tells by name who is left out and why', async () => {
    await killGatehouseWhen(
      ['keycloak', 'import', '--realm', realm, '--admin-role', 'boss', '--yes'],
      settings,
      () => accounts().length > 0,
    )
    const { code, output, errors } = await import_('--yes')
    expect(accounts()).toHaveLength(crowd + special)
    expect(output).toContain(`${leftOut} left out.`)
    for (const line of [
      /username_not_allowed +mail@example.com: A username has only/,
      /no_email +nomail: /,
      /email_not_usable +badmail: /,
      /username_taken +ada\d+: The organization .* has an account/,
    ]) {
      expect(output).toMatch(line)
    }
    expect(errors).toContain(`${crowd + special + leftOut} users`)
    expect(code).toBe(1)
  })

  it('finds nothing more to do when it is run again', async () => {
    const before = accounts()
    const { code, output } = await import_()
    expect(output).toContain('is an organization already')
    expect(output).toContain('In Keycloak nothing has to be changed.')
    expect(output).toContain(
      `Made 0 accounts (0 administrators); ${crowd + special} were there before, ${leftOut} left out.`,
    )
    expect(code).toBe(1)
    const [printed] = parsePrinted('keycloak import', (await import_('--json')).output)
    const counts = { imported: 0, administrators: 0, known: crowd + special, left_out: leftOut }
    expect(printed).toMatchObject({ dry_run: false, tenant_id: realm, changes: [], ...counts })
    const nomail = expect.objectContaining({ code: 'no_email', username: 'nomail', left_out: true })
    expect(printed?.remarks).toContainEqual(nomail)
    expect(accounts()).toEqual(before)
  })

  it('keeps what Keycloak knows of everybody', () => {
    const known = accounts().map(({ username, role, groups, standing, email_verified }) => ({
      ...{ username, role, groups, standing, email_verified },
    }))
    const of = (name: string) => known.find(({ username }) => username === `${name}-${tag}`)
    expect(of('ada')).toMatchObject({ role: 'user', groups: '["/crew/nights"]', email_verified: 1 })
    expect(of('boss')).toMatchObject({ role: 'company_admin', groups: '[]', email_verified: 0 })
    expect(of('chief')).toMatchObject({ role: 'company_admin', groups: '["/bosses"]' })
    expect(of('gone')).toMatchObject({ role: 'user', standing: 'disabled' })
  })

  it('T-87: gives our account in the realm the right to manage users, and no other', async () => {
    const id = await hand.clientId(realm, 'gatehouse-admin')
    const account = `/${realm}/clients/${id}/service-account-user`
    const user = await hand.ask<{ readonly id: string }>('GET', account)
    const mappings = await hand.ask<{
      readonly clientMappings: Readonly<
        Record<string, { readonly mappings: readonly { readonly name: string }[] }>
      >
    }>('GET', `/${realm}/users/${user.id}/role-mappings`)
    const roles = mappings.clientMappings['realm-management']?.mappings.map(({ name }) => name)
    expect(roles).toEqual(['manage-users'])
  })
})

describe('whoever came in', () => {
  it('logs in through the gateway with the password of before, and refreshes', async () => {
    const body = await enter(environment.api, ada)
    expect(body.user).toMatchObject({
      tenant_id: realm,
      tenant_name: 'Old Times Ltd',
      role: 'user',
    })
    const renewed = await environment.api.post('/api/auth/refresh', { token: body.token })
    expect(renewed.status).toBe(200)
    const administrator = await enter(environment.api, boss)
    const organization = await environment.api.send('GET', '/api/auth/organization', {
      headers: bearer(administrator.token),
    })
    expect(organization.body).toMatchObject({ tenant_id: realm })
  })

  it('is refused with a wrong password, and not for long', async () => {
    expect((await logIn(environment.api, { ...ada, password: 'wrong' })).status).toBe(401)
    expect((await logIn(environment.api, ada)).status).toBe(200)
  })

  it('still signs in to what they used before', async () => {
    expect((await oldLogin(password)).status).toBe(200)
  })

  it('gets a new password by mail, which is good everywhere', async () => {
    await environment.api.post('/api/auth/forgot-password', { email: ada.email })
    const [reset_token] = tokensIn(await environment.mail.waitFor(ada.email, /password/i))
    const new_password = `a new one ${tag}`
    const reset = await environment.api.post('/api/auth/reset-password', {
      reset_token,
      new_password,
    })
    expect(reset.status).toBe(200)
    expect((await logIn(environment.api, { ...ada, password: new_password })).status).toBe(200)
    expect((await logIn(environment.api, ada)).status).toBe(401)
    expect((await oldLogin(new_password)).status).toBe(200)
  })

  it('is kept out when they were before', async () => {
    expect((await logIn(environment.api, { email: emailOf('gone'), password })).status).toBe(401)
  })
})

it('the doctor is content with the realm', async () => {
  const { code, output } = await runGatehouse(['doctor'], settings)
  expect(output).toMatch(
    new RegExp(`^note: ${leftOut} users of ${realm} have no account.*\nLooked`),
  )
  expect(code).toBe(0)
})

/** In use for years: its own settings, roles, groups and people. */
async function makeOldRealm(): Promise<void> {
  const credentials = [{ type: 'password', value: password, temporary: false }]
  const person = (name: string, more: object = {}) => ({
    username: `${name}-${tag}`,
    email: emailOf(name),
    enabled: true,
    firstName: 'Some',
    lastName: 'Body',
    ...more,
  })
  const users = [
    person('ada', { credentials, emailVerified: true, groups: ['/crew/nights'] }),
    person('boss', { credentials, realmRoles: ['boss'] }),
    person('chief', { groups: ['/bosses'] }),
    person('gone', { credentials, enabled: false }),
    { username: 'mail@example.com', email: 'mail@example.com', enabled: true },
    { username: 'nomail', enabled: true },
    { username: 'badmail', email: 'badmail@localhost', enabled: true },
    person('taken', { username: signedUp.username }),
    ...Array.from({ length: crowd }, (_, index) => person(`crowd${index}`)),
  ]
  const groups = [
    { name: 'crew', subGroups: [{ name: 'nights' }] },
    { name: 'bosses', realmRoles: ['boss'] },
  ]
  const roles = { realm: [{ name: 'boss' }] }
  const displayName = 'Old Times Ltd'
  await hand.ask('POST', '', { realm, displayName, enabled: true, roles, groups, users })
}

/** How another program of theirs checks a password. */
function oldLogin(value: string): Promise<Response> {
  const { KEYCLOAK_URL } = settings
  return fetch(`${KEYCLOAK_URL}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: `ada-${tag}`,
      password: value,
    }),
  })
}
