/** A master key is replaced by another, while people use the gateway. */
import { randomBytes } from 'node:crypto'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { runGateway, startGateway } from '../testing/gateway-process.ts'
import { codeIn, type ReceivedMail, tokensIn } from '../testing/mail-server.ts'
import { bearer, confirm, enter, logIn, type Person, signUp, switchOtp } from '../testing/people.ts'
import { runGatehouse } from '../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { records } from './support/records.ts'

// Each command is a process that has to start, on a machine that may be busy.
jest.setTimeout(180_000)

const [first, second, third] = [newKey(), newKey(), newKey()]
const changed = { MASTER_KEY: second, MASTER_KEY_PREVIOUS: first }

let environment: TestEnvironment
let ada: Person
let token: string
let apiKey: string
/** What was mailed under the first key. */
let code: string
let sessionToken: string
let verification: string
let reset: string
/** The name of the first key, as it stands in what it sealed. */
let firstId: string

beforeAll(async () => {
  environment = await openTestEnvironment({ MASTER_KEY: first })
  ada = await signUp(environment.api)
  await signUp(environment.api)
  const entered = await enter(environment.api, ada)
  token = entered.token
  apiKey = entered.user.api_key
  await switchOtp(environment.api, token, true)
  sessionToken = (await logIn(environment.api, ada, 'ui')).body.session_token
  await environment.api.post('/api/auth/forgot-password', { email: ada.email })
  code = codeIn(await mail(/code/i))
  ;[verification = ''] = tokensIn(await mail(/confirm/i))
  ;[reset = ''] = tokensIn(await mail(/new password/i))
  firstId = keyIdsOf('signing_keys', 'secret')[0] ?? ''
})

afterAll(() => environment.close())

it('nothing starts, and no command works, with a key that the database was not sealed with', async () => {
  const JWT_SECRET = 'a secret of the operator, long enough'
  const wrong = { ...environment.settings, JWT_SECRET, MASTER_KEY: third, PORT: '0' }
  const started = await runGateway(wrong)
  expect([started.code, started.output.includes(third)]).toEqual([1, false])
  expect(started.output).toContain(
    'The gateway cannot start: the database was sealed with another MASTER_KEY',
  )
  const listed = await runGatehouse(['keys', 'list'], wrong)
  expect([listed.code, listed.output]).toEqual([3, ''])
  expect(listed.errors).toContain('sealed with another MASTER_KEY')
})

it('is not given up while a replica seals with the old one', async () => {
  const newer = await startGateway({ ...environment.settings, ...changed })
  await eventually('both on note', () =>
    records(environment, 'SELECT id FROM replicas').length === 2 ? true : undefined,
  )
  const { code: end, errors } = await reseal()
  expect(end).toBe(1)
  expect(errors).toContain('Running replicas that seal with another master key: 1.')
  expect(keyIdsOf('accounts', 'api_key')).toEqual([firstId, firstId])
  await newer.stop()
})

it('opens what the key before sealed, and knows its codes', async () => {
  await environment.gateway().stop()
  await environment.restart(changed)
  expect(await use(token)).toBe(200)
  const guess = { username: ada.username, otp_code: code, session_token: sessionToken }
  const verified = await environment.api.post('/api/auth/verify-otp', guess)
  expect(verified.status).toBe(200)
  expect(verified.body.user.api_key).toBe(apiKey)
})

it('is counted without a change', async () => {
  const { code: end, output } = await reseal('--dry-run')
  expect(end).toBe(0)
  expect(output).toMatch(/API keys: 2, of which 2 are not sealed with MASTER_KEY/)
  expect(keyIdsOf('accounts', 'api_key')).toContain(firstId)
})

it('seals everything anew while people sign up, and says so', async () => {
  const running = Promise.all([
    signUp(environment.api),
    signUp(environment.api),
    signUp(environment.api),
  ])
  const { code: end, output, errors } = await reseal()
  await running
  expect([end, errors]).toEqual([0, ''])
  expect(output).toMatch(/^API keys: \d, of which 2 were sealed anew$/m)
  expect(output).toContain('Nothing in the database needs MASTER_KEY_PREVIOUS.')
  expect(output).toMatch(/links in mails can still be used, the last until \S+Z/)
  expect(cellsWith(firstId)).toEqual([])
  for (const key of [first, second]) expect(output).not.toContain(key)
})

it('leaves links good that were mailed before, as long as the key before is set', async () => {
  const verified = await confirm(environment.api, ada, verification)
  expect(verified.status).toBe(200)
  const chosen = { reset_token: reset, new_password: 'another password of ada' }
  expect((await environment.api.post('/api/auth/reset-password', chosen)).status).toBe(200)
  // The new password ended the sessions of the old one.
  const { new_password: password } = chosen
  token = (await enter(environment.api, { ...ada, password })).token
})

it('makes the key before useless: the gateway runs without it, and not with it alone', async () => {
  await environment.gateway().stop()
  await environment.restart({ MASTER_KEY: second })
  expect(await use(token)).toBe(200)
  const password = 'another password of ada'
  expect((await enter(environment.api, { ...ada, password })).user.api_key).toBe(apiKey)
  await environment.gateway().stop()
  const { code: end, output } = await runGateway({
    ...environment.settings,
    MASTER_KEY: first,
    PORT: '0',
  })
  expect([end, output.includes('sealed with another MASTER_KEY')]).toEqual([1, true])
})

function newKey(): string {
  return randomBytes(32).toString('base64')
}

function reseal(...options: readonly string[]) {
  return runGatehouse(['master-key', 'reseal', ...options], { ...environment.settings, ...changed })
}

function mail(subject: RegExp): Promise<ReceivedMail> {
  return eventually(`a mail like ${subject}`, () =>
    environment.mail.mails.find(
      (each) => each.to.includes(ada.email) && subject.test(each.subject),
    ),
  )
}

async function use(each: string): Promise<number> {
  const { status } = await environment.api.send('GET', '/api/machines', { headers: bearer(each) })
  return status
}

/** The names of the keys that the texts of a column were sealed with. */
function keyIdsOf(table: string, column: string): readonly string[] {
  const rows = records(environment, `SELECT ${column} AS sealed FROM ${table}`)
  return rows.map(({ sealed }) => String(sealed).split('.')[1] ?? '')
}

/** Where the name of a key stands, in the whole database. */
function cellsWith(keyId: string): readonly string[] {
  const tables = records(environment, "SELECT name FROM sqlite_master WHERE type = 'table'")
  return tables.flatMap(({ name }) =>
    records(environment, `SELECT * FROM ${String(name)}`).flatMap((row) =>
      Object.entries(row)
        .filter(([, value]) => String(value).split('.')[1] === keyId)
        .map(([column]) => `${String(name)}.${column}`),
    ),
  )
}
