/** `gatehouse account` and `gatehouse organization`, beside a running gateway on SQLite. */
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { bearer, enter, logIn, type Person, signUp } from '../testing/people.ts'
import { runGatehouse } from '../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { readToken } from '../testing/tokens.ts'

// Each command is a process that has to start, on a machine that may be busy.
jest.setTimeout(180_000)

let environment: TestEnvironment
let someone: Person
let tenantId: string

beforeAll(async () => {
  environment = await openTestEnvironment()
  someone = await signUp(environment.api)
  tenantId = (await enter(environment.api, someone)).user.tenant_id
})

afterAll(() => environment.close())

const grace = ['--username', 'grace', '--first-name', 'Grace', '--last-name', 'Hopper']
const address = ['--email', 'grace@example.com', '--confirmed']

describe('gatehouse account create', () => {
  it('makes a super_admin with a password that is printed once', async () => {
    const parameters = ['--organization', tenantId, ...grace, ...address, '--role', 'super_admin']
    const { code, output } = await gatehouse(['account', 'create', ...parameters])
    expect(code).toBe(0)
    const [, password = ''] = /^Password: (\S+)$/m.exec(output) ?? []
    const { token, user } = await enter(environment.api, { email: 'grace@example.com', password })
    expect(user).toMatchObject({ role: 'super_admin', tenant_id: tenantId, email_verified: true })
    expect(readToken(token).claims.role).toBe('super_admin')
  })

  it('makes an organization, with a password from standard input that it does not print', async () => {
    const parameters = ['--organization', 'Navy', '--new-organization', 'US Navy', '--role']
    const about = ['company_admin', '--username', 'hopper', ...grace.slice(2), ...address]
    const password = 'nanoseconds of wire'
    const create = ['account', 'create', ...parameters, ...about, '--password-stdin']
    const { code, output } = await gatehouse(create, `${password}\n`)
    expect([code, output]).toEqual([0, 'Made hopper (company_admin) in navy.\n'])
    const { user } = await enter(environment.api, { email: 'grace@example.com', password })
    expect(user.tenant_name).toBe('US Navy')
  })

  it.each([
    ['a role that there is not', ['--role', 'root'], 2, /--role is one of/],
    ['an organization that there is not', ['--organization', 'nowhere'], 1, /no active/],
    ['a name that is taken', ['--organization', 'navy'], 1, /in use|already|has an account/],
    [
      'a new organization without an administrator',
      ['--new-organization', 'X'],
      2,
      /administrator/,
    ],
    ['a name that breaks a rule', ['--username', '-'], 2, /username/i],
  ])('refuses %s', async (_, changes, ...[exit, complaint]) => {
    const known = ['--organization', tenantId, ...grace, ...address]
    const { code, errors } = await gatehouse(['account', 'create', ...known, ...changes])
    expect(errors).toMatch(complaint)
    expect(code).toBe(exit)
  })
})

describe('gatehouse account disable', () => {
  it('ends what is open on the running gateway, and enable lets in again', async () => {
    const { token } = await enter(environment.api, someone)
    const { code, output } = await gatehouse(['account', 'disable', someone.username])
    expect([code, output]).toEqual([0, `${someone.username} of ${tenantId} is kept out.\n`])
    const ended = await eventually('an ended token', async () => {
      const answer = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
      return answer.status === 401 ? answer : undefined
    })
    expect(ended.body.code).toBe('session_ended')
    expect((await logIn(environment.api, someone)).status).toBe(401)
    const enabled = await gatehouse(['account', 'enable', someone.username, '--json'])
    const object = { username: someone.username, tenant_id: tenantId, disabled: false }
    expect([enabled.code, JSON.parse(enabled.output)]).toEqual([0, object])
    expect((await logIn(environment.api, someone)).status).toBe(200)
  })

  it.each(['disable', 'enable', 'unlock'])('ends with 1 for %s of none', async (verb) => {
    const { code, errors } = await gatehouse(['account', verb, 'nobody'])
    expect([code, errors]).toEqual([1, 'There is no account nobody.\n'])
  })
})

it('gatehouse account unlock lets the owner in whom failures kept waiting', async () => {
  const { email } = someone
  const guess = () => logIn(environment.api, { email, password: 'not that one' })
  await eventually('a pause', async () => ((await guess()).status === 429 ? true : undefined))
  expect((await logIn(environment.api, someone)).status).toBe(429)
  const { code, output } = await gatehouse(['account', 'unlock', someone.username])
  expect(code).toBe(0)
  expect(output).toMatch(/: [1-9]\d* counters? forgotten\.\n$/)
  expect((await logIn(environment.api, someone)).status).toBe(200)
})

it('gatehouse organization list shows each, as a table and for programs', async () => {
  const { code, output } = await gatehouse(['organization', 'list'])
  expect(code).toBe(0)
  expect(output).toMatch(/^ID +NAME +STATUS +MEMBERS +ADMINISTRATORS +MADE/)
  expect(output).toMatch(/^navy +US Navy +active +1 +1 +\d{4}-\S+Z/m)
  const { output: lines } = await gatehouse(['organization', 'list', '--json'])
  const all = lines.trimEnd().split('\n')
  expect(all.map((line) => JSON.parse(line))).toContainEqual({
    tenant_id: tenantId,
    tenant_name: someone.company_name,
    status: 'active',
    members: 2,
    administrators: 2,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

function gatehouse(parameters: readonly string[], input?: string) {
  return runGatehouse(parameters, environment.settings, input)
}
