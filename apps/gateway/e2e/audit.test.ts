/** T-106: the audit log, read by those who may, and proved by the operator. */
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import type { Answer } from '../testing/api.ts'
import { bearer, enter, logIn, type Person, signUp } from '../testing/people.ts'
import { runGatehouse } from '../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { records } from './support/records.ts'

// Each command is a process that has to start, on a machine that may be busy.
jest.setTimeout(180_000)

let environment: TestEnvironment
let ada: Person
let token: string
/** Of another organization. */
let bob: Person

beforeAll(async () => {
  environment = await openTestEnvironment()
  ada = await signUp(environment.api)
  bob = await signUp(environment.api)
  await enter(environment.api, bob)
  ;({ token } = await enter(environment.api, ada))
})

afterAll(() => environment.close())

it('is read page by page, by who administers the organization', async () => {
  await logIn(environment.api, { ...ada, password: 'not the password' })
  const all = await read('')
  const account = { username: ada.username }
  expect(all.body.items).toMatchObject([
    { kind: 'login', outcome: 'refused', account, client: 'cli', actor: null },
    { kind: 'login', outcome: 'ok', account, detail: { methods: 'pwd' } },
    { kind: 'signed_up', outcome: 'ok', account },
  ])
  const first = await read('?limit=2')
  const second = await read(`?limit=2&cursor=${first.body.next_cursor}`)
  expect([...first.body.items, ...second.body.items]).toEqual(all.body.items)
  expect(second.body.next_cursor).toBeNull()
  expect((await read('?kind=signed_up')).body.items).toEqual([all.body.items[2]])
  expect((await read(`?to=${all.body.items[2].at}`)).body.items).toEqual([])
})

it('has no entry of another organization, whatever is asked for', async () => {
  const [other] = records(
    environment,
    'select id, tenant_id from accounts where username = ?',
    bob.username,
  )
  expect((await read(`?account=${other?.id}`)).body.items).toEqual([])
  const named = `/api/auth/tenants/${other?.tenant_id}/audit`
  expect(await environment.api.send('GET', named, { headers: bearer(token) })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  for (const accept of ['application/json', 'application/jsonl']) {
    const text = await (await get('', accept)).text()
    expect(text).toContain(ada.username)
    // In quotes, since an identifier in hexadecimal digits may have the same letters in it.
    expect(text).not.toContain(`"${bob.username}"`)
  }
})

it.each([
  'limit=0',
  'limit=201',
  'limit=many',
  'cursor=x',
  'from=yesterday',
  'x=1',
  'kind=a&kind=b',
])('is not read with %s', async (query) => {
  const { status, body } = await read(`?${query}`)
  expect([status, body.code]).toEqual([400, 'validation_failed'])
  expect(body.errors).toHaveLength(1)
})

it('is exported as JSON Lines, which is on record itself', async () => {
  const response = await get('?kind=audit_exported', 'application/jsonl')
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/jsonl',
  ])
  const lines = (await response.text()).trimEnd().split('\n')
  const [newest, ...others] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(newest).toMatchObject({ kind: 'audit_exported', detail: { kind: 'audit_exported' } })
  expect(others).toHaveLength(1)
})

it('is no business of a user, nor of one who has logged out', async () => {
  const setRole = (role: string) =>
    records(environment, 'update accounts set role = ? where username = ?', role, ada.username)
  setRole('user')
  expect(await read('')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await get('', 'application/jsonl')).status).toBe(403)
  setRole('super_admin')
  expect(JSON.stringify((await read('')).body)).toContain(bob.username)
  setRole('company_admin')
  const { token: another } = await enter(environment.api, ada)
  await environment.api.post('/api/auth/logout', undefined, bearer(another))
  const gone = await environment.api.send('GET', '/api/auth/audit', { headers: bearer(another) })
  expect([gone.status, gone.body.code]).toEqual([401, 'session_ended'])
})

it('T-106: is proved by the command, which finds what was changed by hand', async () => {
  await eventually('all is chained', async () => {
    const waiting = records(environment, 'select 1 from audit_log where position is null')
    return waiting.length === 0 || undefined
  })
  const count = records(environment, 'select 1 from audit_log').length
  const proved = await runGatehouse(['audit', 'verify'], environment.settings)
  expect([proved.code, proved.errors.replaceAll(/^.* proved\n/gm, '')]).toEqual([0, ''])
  expect(proved.output).toContain(`${count} entries are proved.`)
  expect(proved.output).toContain('0 entries are waiting for the chain.')

  const [login] = records(environment, "select seq from audit_log where kind = 'login' limit 1")
  const seq = Number(login?.seq)
  records(environment, "update audit_log set network = '198.51.100.7' where seq = ?", seq)
  const changed = await runGatehouse(['audit', 'verify'], environment.settings)
  expect([changed.code, changed.output]).toEqual([1, ''])
  expect(changed.errors).toContain(`The entry with seq ${seq} does not fit`)
})

function read(query: string): Promise<Answer> {
  return environment.api.send('GET', `/api/auth/audit${query}`, { headers: bearer(token) })
}

function get(query: string, accept: string): Promise<Response> {
  const headers = { ...bearer(token), accept }
  return fetch(`${environment.gateway().url}/api/auth/audit${query}`, { headers })
}
