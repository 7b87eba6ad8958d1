/** What each endpoint answers: the resources and response fields of the interface document. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Answer, agents } from '../testing/api.ts'
import { codeIn, tokensIn } from '../testing/mail-server.ts'
import {
  bearer,
  confirm,
  enter,
  logIn,
  type Person,
  person,
  signUp,
  switchOtp,
} from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { fieldTypes } from './support/field-types.ts'
import { records } from './support/records.ts'

const tenantEntry = {
  tenant_id: 'string',
  tenant_name: 'string',
  username: 'string',
  user_id: 'string',
}

const userObject = {
  id: 'string',
  username: 'string',
  email: 'string',
  first_name: 'string',
  last_name: 'string',
  tenant_id: 'string',
  tenant_name: 'string',
  role: 'string',
  machine_role: 'string',
  groups: 'array of string',
  email_verified: 'boolean',
  api_key: 'string',
}

const scenarioA = {
  token: 'string',
  user: 'object',
  expires_in: 'integer',
  session_token: 'string',
  available_tenants: 'array of object',
}

const scenarioB = {
  message: 'string',
  requires_otp: 'boolean',
  username: 'string',
  tenants: 'array of object',
  session_token: 'string',
  otp_expires_in_min: 'integer',
  resend_after: 'integer',
}

const scenarioC = {
  requires_tenant_selection: 'boolean',
  tenants: 'array of object',
  session_token: 'string',
}

/** Select-tenant asks for a code without what the caller has already. */
const otpReminder = {
  message: 'string',
  requires_otp: 'boolean',
  username: 'string',
  otp_expires_in_min: 'integer',
  resend_after: 'integer',
}

let environment: TestEnvironment

beforeAll(async () => {
  environment = await openTestEnvironment()
})

afterAll(() => environment.close())

describe('signup', () => {
  const someone = person({ company_name: 'Difference Engines' })
  let answer: Answer

  it('answers 201 with message, user_id, username and organization', async () => {
    answer = await environment.api.post('/api/auth/signup', someone)
    expect([answer.status, fieldTypes(answer.body)]).toEqual([
      201,
      { message: 'string', user_id: 'string', username: 'string', organization: 'string' },
    ])
  })

  it('names the user that login gives, and the display name of the organization', async () => {
    const { user } = await enter(environment.api, someone)
    const { user_id, username, organization } = answer.body
    expect([user_id, username, organization]).toEqual([
      user.id,
      someone.username,
      'Difference Engines',
    ])
  })

  it('sends a verification mail', async () => {
    const [token] = tokensIn(await environment.mail.waitFor(someone.email, /confirm/i))
    expect((await confirm(environment.api, someone, token)).status).toBe(200)
  })
})

describe('login, scenario A: one tenant, no one-time code', () => {
  it.each(['cli', 'vscode', 'ui'] as const)('answers %s with the whole of it', async (client) => {
    const { status, body } = await logIn(environment.api, await signUp(environment.api), client)
    expect([status, fieldTypes(body)]).toEqual([200, scenarioA])
  })

  it('lets cli and vscode skip the code that is on for browsers', async () => {
    const { someone } = await signUpWithOtp()
    for (const client of ['cli', 'vscode'] as const) {
      expect(fieldTypes((await logIn(environment.api, someone, client)).body)).toEqual(scenarioA)
    }
  })

  it('has one tenant entry, of the tenant that was entered', async () => {
    const { available_tenants, user } = await enter(environment.api, await signUp(environment.api))
    expect(available_tenants.map(fieldTypes)).toEqual([tenantEntry])
    const { id: user_id, username, tenant_id, tenant_name } = user
    expect(available_tenants).toEqual([{ tenant_id, tenant_name, username, user_id }])
  })
})

describe('the user object', () => {
  it('has the twelve fields of the table, and no other', async () => {
    const someone = await signUp(environment.api)
    giveGroups(someone)
    expect(fieldTypes((await enter(environment.api, someone)).user)).toEqual(userObject)
  })

  it('has in them what was signed up with and what the service decided', async () => {
    const someone = await signUp(environment.api, { first_name: 'Grace', last_name: 'O’Hopper' })
    giveGroups(someone)
    const { username, email, company_name } = someone
    expect((await enter(environment.api, someone)).user).toEqual({
      id: expect.stringMatching(/./),
      username,
      email,
      first_name: 'Grace',
      last_name: 'O’Hopper',
      tenant_id: tenantOf(someone),
      tenant_name: company_name,
      role: 'company_admin',
      machine_role: '',
      groups: ['operators', 'night shift'],
      email_verified: false,
      api_key: expect.stringMatching(/^[^.]{20,}$/),
    })
  })

  it('tells when the email was verified', async () => {
    const someone = await signUp(environment.api)
    const [token] = tokensIn(await environment.mail.waitFor(someone.email, /confirm/i))
    await confirm(environment.api, someone, token)
    expect((await enter(environment.api, someone)).user.email_verified).toBe(true)
  })

  it.each(['super_admin', 'company_admin', 'user'])('may have the role %s', async (role) => {
    const someone = await signUp(environment.api)
    const change = 'update accounts set role = ?, machine_role = ? where username = ?'
    records(environment, change, role, 'operator', someone.username)
    expect((await enter(environment.api, someone)).user).toMatchObject({
      role,
      machine_role: 'operator',
    })
  })

  function giveGroups({ username }: Person): void {
    const groups = JSON.stringify(['operators', 'night shift'])
    records(environment, 'update local_users set groups = ? where username = ?', groups, username)
  }
})

describe('login, scenario B: one tenant, a browser, one-time codes on', () => {
  it('asks for the code that was mailed', async () => {
    const { someone } = await signUpWithOtp()
    const { status, body } = await logIn(environment.api, someone, 'ui')
    expect([status, fieldTypes(body)]).toEqual([200, scenarioB])
    expect(body).toMatchObject({
      requires_otp: true,
      username: someone.username,
      otp_expires_in_min: 5,
    })
    expect(body.tenants.map(fieldTypes)).toEqual([tenantEntry])
    await environment.mail.waitFor(someone.email, /code/i)
  })

  it('goes on with verify-otp, which answers as scenario A', async () => {
    const { someone } = await signUpWithOtp()
    const { username } = (await logIn(environment.api, someone, 'ui')).body
    const otp_code = codeIn(await environment.mail.waitFor(someone.email, /code/i))
    const { status, body } = await environment.api.post('/api/auth/verify-otp', {
      username,
      otp_code,
    })
    expect([status, fieldTypes(body)]).toEqual([200, scenarioA])
    expect(fieldTypes(body.user)).toEqual({ ...userObject, groups: 'array of ' })
    expect(body.available_tenants.map(fieldTypes)).toEqual([tenantEntry])
  })

  it('sends the code again with resend-otp, not before resend_after', async () => {
    const { someone } = await signUpWithOtp()
    const { resend_after, session_token } = (await logIn(environment.api, someone, 'ui')).body
    const answer = await environment.api.post('/api/auth/resend-otp', { session_token })
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited'])
    const retryAfter = Number(answer.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(resend_after)
  })
})

describe('login, scenario C: several tenants', () => {
  it('offers them without a token', async () => {
    const { both, body } = await chooseBetweenTwo()
    expect(fieldTypes(body)).toEqual(scenarioC)
    expect(body.requires_tenant_selection).toBe(true)
    expect(body.tenants.map(fieldTypes)).toEqual([tenantEntry, tenantEntry])
    const ids = body.tenants.map(({ tenant_id }: { tenant_id: string }) => tenant_id)
    expect(ids).toEqual(both.map(tenantOf))
  })

  it('goes on with select-tenant, which answers as scenario A', async () => {
    const { both, body } = await chooseBetweenTwo()
    const selected = await select(body.session_token, both[1])
    expect([selected.status, fieldTypes(selected.body)]).toEqual([200, scenarioA])
    expect(selected.body.user.tenant_id).toBe(tenantOf(both[1]))
    expect(selected.body.available_tenants.map(fieldTypes)).toEqual([tenantEntry, tenantEntry])
  })

  it('goes on with a code where a browser selects a tenant that asks for one', async () => {
    const { both, body } = await chooseBetweenTwo('ui')
    const { token } = (await select((await chooseAgain(both)).session_token, both[0])).body
    await switchOtp(environment.api, token, true)
    const selected = await select(body.session_token, both[0], 'ui')
    expect([selected.status, fieldTypes(selected.body)]).toEqual([200, otpReminder])
    expect(selected.body).toMatchObject({ requires_otp: true, username: both[0].username })
    await environment.mail.waitFor(both[0].email, /code/i)
  })

  it('lets its holder switch later with the session token of the full answer', async () => {
    const { both, body } = await chooseBetweenTwo()
    const entered = await select(body.session_token, both[0])
    const switched = await select(entered.body.session_token, both[1])
    expect([switched.status, switched.body.user.tenant_id]).toEqual([200, tenantOf(both[1])])
  })

  async function chooseBetweenTwo(client: 'ui' | 'cli' = 'cli') {
    const first = await signUp(environment.api)
    const { email, password } = first
    const both = [first, await signUp(environment.api, { email, password })] as const
    return { both, body: await enter(environment.api, first, client) }
  }

  function chooseAgain([first]: readonly [Person, Person]) {
    return enter(environment.api, first)
  }

  function select(session_token: string, to: Person, client: 'ui' | 'cli' = 'cli') {
    const body = { session_token, tenant_id: tenantOf(to) }
    return environment.api.post('/api/auth/select-tenant', body, { 'user-agent': agents[client] })
  }
})

describe('the other endpoints', () => {
  const message = { message: 'string' }

  it('refresh answers 200 with token and expires_in', async () => {
    const { token } = await enter(environment.api, await signUp(environment.api))
    const { status, body } = await environment.api.post('/api/auth/refresh', { token })
    expect([status, fieldTypes(body)]).toEqual([200, { token: 'string', expires_in: 'integer' }])
  })

  it('logout answers 200 with a message that claims no revocation, twice alike', async () => {
    const { token } = await enter(environment.api, await signUp(environment.api))
    for (let time = 0; time < 2; time += 1) {
      const headers = bearer(token)
      const { status, body } = await environment.api.send('POST', '/api/auth/logout', { headers })
      expect([status, fieldTypes(body)]).toEqual([200, message])
      expect(body.message).not.toMatch(/revoke|invalid|no longer valid/i)
    }
  })

  it('forgot-password answers 200 with one message, known address or not', async () => {
    const { email } = await signUp(environment.api)
    const known = await environment.api.post('/api/auth/forgot-password', { email })
    const unknown = await environment.api.post('/api/auth/forgot-password', {
      email: `not-${email}`,
    })
    expect([known.status, fieldTypes(known.body)]).toEqual([200, message])
    expect([unknown.status, unknown.body]).toEqual([200, known.body])
    await environment.mail.waitFor(email, /new password/i)
    expect(environment.mail.mails.filter(({ to }) => to.includes(`not-${email}`))).toEqual([])
  })

  it('reset-password answers 200 with a message and no token', async () => {
    const { email } = await signUp(environment.api)
    await environment.api.post('/api/auth/forgot-password', { email })
    const [reset_token] = tokensIn(await environment.mail.waitFor(email, /new password/i))
    const reset = { reset_token, new_password: 'quite another phrase' }
    const { status, body } = await environment.api.post('/api/auth/reset-password', reset)
    expect([status, fieldTypes(body)]).toEqual([200, message])
  })
})

async function signUpWithOtp() {
  const someone = await signUp(environment.api)
  const { token } = await enter(environment.api, someone)
  await switchOtp(environment.api, token, true)
  return { someone, token }
}

function tenantOf({ organization_name }: Person): string {
  return organization_name.toLowerCase().replaceAll(' ', '-')
}
