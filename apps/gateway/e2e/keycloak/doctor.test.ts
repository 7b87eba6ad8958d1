/** `gatehouse doctor` on the real Keycloak: what an operator did by hand is found, and repaired. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { tokensIn } from '../../testing/mail-server.ts'
import { logIn, type Person, signUp } from '../../testing/people.ts'
import { runGatehouse } from '../../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { keycloakSettings, realmTimeout, runningKeycloak } from '../support/keycloak.ts'
import { createHand, type Hand } from '../support/keycloak-hand.ts'
import { records } from '../support/records.ts'

jest.setTimeout(realmTimeout)

const tag = randomBytes(3).toString('hex')
/** No other test makes realms with it, so that their realms are no orphans of ours. */
const maker = `gatehouse-doctor-${tag}`

let environment: TestEnvironment
let settings: Readonly<Record<string, string>>
let hand: Hand
let ada: Person
let bob: Person
let cyd: Person
let dan: Person

const realmOf = ({ organization_name }: Person) => organization_name.toLowerCase()

beforeAll(async () => {
  const keycloak = await keycloakSettings({ KEYCLOAK_CLIENT_ID: maker })
  environment = await openTestEnvironment(keycloak)
  const { admin } = runningKeycloak()
  settings = {
    ...keycloak,
    DATA_DIR: environment.dataDir,
    KEYCLOAK_ADMIN: admin.username,
    KEYCLOAK_ADMIN_PASSWORD: admin.password,
  }
  hand = createHand(runningKeycloak())
  ;[ada, bob, cyd, dan] = [
    await signUp(environment.api, {
      organization_name: `Ada-${tag}`,
      email: `ada-${tag}@example.com`,
    }),
    await signUp(environment.api, {
      organization_name: `Bob-${tag}`,
      email: `bob-${tag}@example.com`,
    }),
    await signUp(environment.api, {
      organization_name: `Cyd-${tag}`,
      email: `cyd-${tag}@example.com`,
    }),
    await signUp(environment.api, {
      organization_name: `Dan-${tag}`,
      email: `dan-${tag}@example.com`,
    }),
  ]
})

afterAll(() => environment?.close())

const doctor = (...options: readonly string[]) => runGatehouse(['doctor', ...options], settings)

/** What was found, as "kind organization user-or-setting", in order. */
const foundIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => /^[a-z]+_[a-z_]+ /.test(line))
    .map((line) => line.replace(/:.*/, '').replaceAll(/ +/g, ' '))
    .toSorted()

it('finds nothing after sign-ups', async () => {
  const { code, output } = await doctor()
  expect(output).toMatch(/^Looked at 4 organizations with 4 accounts, and at the Keycloak at .*\n/)
  expect(output).toMatch(/\nEverything goes together.\n$/)
  expect(code).toBe(0)
})

describe('what somebody did by hand', () => {
  const realm = `ada-${tag}`
  const found = () => [
    `account_roles ada-${tag} gatehouse-admin`,
    `client_disabled ada-${tag} gatehouse-login enabled`,
    `client_secret ada-${tag} gatehouse-admin`,
    `client_setting ada-${tag} account-console enabled`,
    `keys_missing dan-${tag}`,
    `realm_missing bob-${tag}`,
    `realm_orphan orphan-${tag}`,
    `realm_setting ada-${tag} registrationAllowed`,
    `realm_setting ada-${tag} requiredActions`,
    `reservation_abandoned dead-${tag}`,
    `user_disabled ada-${tag} ${ada.username}`,
    `user_email_flag ada-${tag} ${ada.username}`,
    `user_missing cyd-${tag} ${cyd.username}`,
    `user_required_action ada-${tag} ${ada.username}`,
    `user_role ada-${tag} ${ada.username}`,
    `user_unknown ada-${tag} stranger`,
  ]

  beforeAll(async () => {
    await disturbRealm(realm)
    const user = await hand.userId(realm, ada.username)
    const role = await hand.ask<object>('GET', `/${realm}/roles/super_admin`)
    await hand.ask('POST', `/${realm}/users/${user}/role-mappings/realm`, [role])
    await hand.change(`/${realm}/users/${user}`, {
      enabled: false,
      emailVerified: true,
      requiredActions: ['UPDATE_PASSWORD'],
    })
    await hand.ask('POST', `/${realm}/users`, { username: 'stranger', enabled: true })
    await hand.ask('DELETE', `/${realmOf(bob)}`)
    const lost = await hand.userId(realmOf(cyd), cyd.username)
    await hand.ask('DELETE', `/${realmOf(cyd)}/users/${lost}`)
    records(environment, 'delete from realm_accounts where realm = ?', realmOf(dan))
    await makeOrphan(`orphan-${tag}`)
    records(
      environment,
      `insert into tenants (id, name, standing, reservation, otp_enabled, created_at)
        values (?, 'Dead', 'reserved', 'r', 0, ?)`,
      `dead-${tag}`,
      Date.now() - 250_000_000,
    )
    // A gateway that runs would undo it before we look.
    await environment.gateway().kill()
    records(
      environment,
      `insert or ignore into tenants (id, name, standing, reservation, otp_enabled, created_at)
        values (?, 'Dead', 'reserved', 'r', 0, ?)`,
      `dead-${tag}`,
      Date.now() - 250_000_000,
    )
  })

  it('is found, and nothing is changed', async () => {
    const { code, output } = await doctor()
    expect(foundIn(output)).toEqual(found())
    expect(output).toContain('registrationAllowed: is true, should be false')
    expect(output).toContain(
      '16 findings. `gatehouse doctor --fix` can repair 15, and asks before.',
    )
    expect(code).toBe(1)
  })

  it('is not repaired where there is nobody to ask', async () => {
    const { code, errors } = await doctor('--fix')
    expect(errors).toBe('There is nobody to ask: --fix needs a terminal, or --yes.\n')
    expect(code).toBe(2)
  })

  it('is repaired with --yes, but for what lets somebody in or makes or removes a realm', async () => {
    const { code, output } = await doctor('--fix', '--yes')
    expect(output).toContain('with --yes it has to be named: --only user_disabled')
    expect(output).toContain('16 findings: 9 repaired, 7 left.')
    expect(code).toBe(1)
    expect(foundIn((await doctor()).output)).toEqual([
      `client_disabled ada-${tag} gatehouse-login enabled`,
      `realm_missing bob-${tag}`,
      `realm_orphan orphan-${tag}`,
      `user_disabled ada-${tag} ${ada.username}`,
      `user_missing cyd-${tag} ${cyd.username}`,
      `user_required_action ada-${tag} ${ada.username}`,
      `user_unknown ada-${tag} stranger`,
    ])
  })

  it('is repaired where it is named, and only that', async () => {
    const kinds = 'client_disabled,realm_missing,user_disabled,user_required_action,user_missing'
    const { code, output } = await doctor('--fix', '--yes', '--only', `${kinds},realm_orphan`)
    expect(output).toContain('7 findings: 6 repaired, 1 left.')
    expect(code).toBe(1)
    expect(foundIn((await doctor()).output)).toEqual([`user_unknown ada-${tag} stranger`])
  })

  it('lets everybody in again, with the old password or a new one', async () => {
    await environment.restart()
    for (const someone of [ada, dan])
      expect((await logIn(environment.api, someone)).status).toBe(200)
    for (const someone of [bob, cyd]) {
      expect((await logIn(environment.api, someone)).status).toBe(401)
      const password = `another battery ${tag}`
      await resetPassword(someone, password)
      expect((await logIn(environment.api, { ...someone, password })).status).toBe(200)
    }
  })

  it('is all right in the end', async () => {
    const stranger = await hand.userId(realm, 'stranger')
    await hand.ask('DELETE', `/${realm}/users/${stranger}`)
    const { code, output } = await doctor()
    expect(foundIn(output)).toEqual([])
    expect(code).toBe(0)
  })
})

describe('a realm that no organization on record has', () => {
  const realm = `people-${tag}`

  beforeAll(async () => {
    await makeOrphan(realm)
    await hand.ask('POST', `/${realm}/users`, { username: 'somebody', enabled: true })
  })

  it('stays while people are in it', async () => {
    const { code, output } = await doctor('--fix', '--yes', '--only', 'realm_orphan')
    expect(output).toContain(`realm_orphan           ${realm}: we made the realm`)
    expect(output).toContain(`1 person is in it: \`gatehouse keycloak import --realm ${realm}\``)
    expect(code).toBe(1)
    expect(await hand.userId(realm, 'somebody')).not.toBe('')
  })

  it('goes when it is named', async () => {
    const options = ['--fix', '--yes', '--only', 'realm_orphan', '--remove-realm', realm]
    const { code } = await doctor(...options)
    expect(code).toBe(0)
    await expect(hand.ask('GET', `/${realm}`)).rejects.toThrow('404')
  })

  it('is left alone while its sign-up may be under way', async () => {
    records(environment, 'delete from tenants where id = ?', realmOf(dan))
    const { code, output } = await doctor('--fix', '--yes', '--only', 'realm_orphan')
    expect(output).toContain(`note: ${realmOf(dan)} was made within the last hour`)
    expect(code).toBe(0)
  })
})

describe('settings that are wrong', () => {
  it.each([
    [{ KEYCLOAK_ADMIN_PASSWORD: 'wrong' }, 3, /KEYCLOAK_ADMIN_PASSWORD those of an administrator/],
    [{ KEYCLOAK_URL: 'http://127.0.0.1:4' }, 3, /Is Keycloak running/],
    [{ DATA_DIR: '/tmp/no-such-folder' }, 3, /There is no database/],
    [
      { MASTER_KEY: Buffer.from('another key, of 32 bytes, varied').toString('base64') },
      3,
      /MASTER_KEY/,
    ],
    [{ KEYCLOAK_URL: 'here' }, 2, /KEYCLOAK_URL must/],
  ])('%j end with %d', async (changes, code, errors) => {
    const told = await runGatehouse(['doctor'], { ...settings, ...changes })
    expect(told).toMatchObject({ code, output: '', errors: expect.stringMatching(errors) })
  })

  it('such as a missing administrator end with 2', async () => {
    const { KEYCLOAK_ADMIN: _, ...rest } = settings
    const told = await runGatehouse(['doctor'], rest)
    expect(told).toEqual({ code: 2, output: '', errors: 'KEYCLOAK_ADMIN is not set.\n' })
  })

  it('such as a kind of finding that there is not end with 2', async () => {
    const { code, errors } = await doctor('--only', 'user_disabled,measles')
    expect(errors).toMatch(/^No finding is called "measles"/)
    expect(code).toBe(2)
  })
})

async function disturbRealm(realm: string): Promise<void> {
  await hand.change(`/${realm}`, { registrationAllowed: true })
  const action = { providerId: 'VERIFY_PROFILE', name: 'Verify Profile' }
  await hand.ask('POST', `/${realm}/authentication/register-required-action`, action)
  const client = async (name: string) => `/${realm}/clients/${await hand.clientId(realm, name)}`
  await hand.change(await client('account-console'), { enabled: true })
  await hand.change(await client('gatehouse-admin'), { secret: 'another' })
  const account = await hand.ask<{ id: string }>(
    'GET',
    `${await client('gatehouse-admin')}/service-account-user`,
  )
  const management = await hand.clientId(realm, 'realm-management')
  const roles = `/${realm}/users/${account.id}/role-mappings/clients/${management}`
  await hand.ask('DELETE', roles, await hand.ask<object>('GET', roles))
  await hand.change(await client('gatehouse-login'), { enabled: false })
}

/** One that our maker made, without anything in it that tells when. */
async function makeOrphan(realm: string): Promise<void> {
  const { KEYCLOAK_CLIENT_ID, KEYCLOAK_CLIENT_SECRET = '', KEYCLOAK_URL } = settings
  const answer = await fetch(`${KEYCLOAK_URL}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: KEYCLOAK_CLIENT_ID ?? '',
      client_secret: KEYCLOAK_CLIENT_SECRET,
    }),
  })
  const { access_token: token } = (await answer.json()) as { readonly access_token: string }
  const made = await fetch(`${KEYCLOAK_URL}/admin/realms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ realm, enabled: true }),
  })
  if (!made.ok) throw new Error(`making ${realm}: ${made.status}`)
}

async function resetPassword({ email }: Person, password: string): Promise<void> {
  await environment.api.post('/api/auth/forgot-password', { email })
  const [reset_token] = tokensIn(await environment.mail.waitFor(email, /password/i))
  const { status } = await environment.api.post('/api/auth/reset-password', {
    reset_token,
    new_password: password,
  })
  if (status !== 200) throw new Error(`reset: ${status}`)
}
