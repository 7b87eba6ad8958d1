/** T-62, T-75, T-82, T-83: what the gateway prints and stores gives nothing away. */
import { randomBytes } from 'node:crypto'
import { exchange } from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { agents } from '../testing/api.ts'
import { runGateway } from '../testing/gateway-process.ts'
import { codeIn, type MailServer, startMailServer, tokensIn } from '../testing/mail-server.ts'
import { bearer, confirm, enter, logIn, person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import { createRawApi, type RawApi } from './support/raw-api.ts'
import { filesIn, type Haystack, type Secret, tracesOf } from './support/traces.ts'

/** Text that stands out, with characters that have to be escaped somewhere. */
const marked = (name: string) => `${name} "\\%2f<${randomBytes(8).toString('hex')}>`

const keys = {
  JWT_SECRET: `jwt-secret-${randomBytes(24).toString('base64url')}`,
  MASTER_KEY: randomBytes(32).toString('base64'),
}
const smtpPassword = `smtp-password-${randomBytes(8).toString('hex')}`

const secrets: Secret[] = [
  ...Object.entries(keys).map(([name, value]) => ({ name, value })),
  { name: 'bytes of MASTER_KEY', value: Buffer.from(keys.MASTER_KEY, 'base64').toString('latin1') },
  { name: 'SMTP password', value: smtpPassword },
]

const password = marked('the first password')
const otherPassword = marked('the second password')
const wrongPassword = marked('a wrong password')
const shortPassword = `${randomBytes(3).toString('hex')}!`

let mail: MailServer
let environment: TestEnvironment
let raw: RawApi
const outputs: (readonly string[])[] = []
let files: readonly Haystack[]
let metrics: string

beforeAll(async () => {
  mail = await startMailServer()
  environment = await openTestEnvironment({
    ...unlimited,
    ...keys,
    SMTP_URL: `smtp://mailer:${smtpPassword}@127.0.0.1:${mail.port}`,
    LOG_LEVEL: 'trace',
    OTP_DEFAULT: 'on',
    METRICS_PORT: '0',
  })
  outputs.push(environment.gateway().output)
  raw = createRawApi(() => environment.gateway().port)
  keep({ password, otherPassword, wrongPassword, shortPassword })
  await signUpAndLogIn()
  await misuseTokens()
  await forgetAndReset()
  await sendNonsense()
  await failEverywhere()
  files = [...(await filesIn(environment.dataDir)), ...files]
}, 120_000)

afterAll(async () => {
  raw.close()
  await environment.close()
  await mail.stop()
})

const person1 = person({ email: 'secretive@example.com', password })
const person2 = person({ email: person1.email, password })

/** Two organizations, a choice between them, a code, tokens of every kind. */
async function signUpAndLogIn(): Promise<void> {
  await signUp(environment.api, person1)
  await signUp(environment.api, person2)
  await logIn(environment.api, { ...person1, password: wrongPassword })
  const confirmation = await mail.waitFor(person1.email, /confirm/i)
  const [verification = ''] = tokensIn(confirmation)
  keep({ verification })
  await confirm(environment.api, person1, verification)
  await confirm(environment.api, person1, verification)

  const choice = await logIn(environment.api, person1, 'ui')
  const { session_token } = choice.body
  keepToken('session token', session_token)
  const tenant_id = choice.body.tenants[0].tenant_id
  const { username } = choice.body.tenants[0]
  const browser = { 'user-agent': agents.ui }
  await environment.api.post('/api/auth/select-tenant', { session_token, tenant_id }, browser)
  await environment.api.post('/api/auth/resend-otp', { session_token }, browser)
  const code = codeIn(await mail.waitFor(person1.email, /code/i))
  const wrongCode = code === '271828' ? '314159' : '271828'
  keep({ code, wrongCode })
  await environment.api.post('/api/auth/verify-otp', {
    username,
    otp_code: wrongCode,
    session_token,
  })
  const entered = await environment.api.post('/api/auth/verify-otp', { username, otp_code: code })
  expect(entered.status).toBe(200)
  keepToken('access token', entered.body.token)
  keepToken('later session token', entered.body.session_token)
  keep({ 'API key': entered.body.user.api_key })
}

/** Tokens where they belong, and where they do not. */
async function misuseTokens(): Promise<void> {
  const choice = await logIn(environment.api, person2)
  const { session_token, tenants } = choice.body
  const choose = { session_token, tenant_id: tenants[1].tenant_id }
  const { body } = await environment.api.post('/api/auth/select-tenant', choose)
  const { token } = body
  keepToken('token of a tool', token)
  keepToken('session token of a tool', body.session_token)
  keep({ 'other API key': body.user.api_key })

  const used = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
  expect(used.status).toBe(200)
  const renewed = await environment.api.post('/api/auth/refresh', { token })
  keepToken('renewed token', renewed.body.token)
  await environment.api.post('/api/auth/refresh', { token: `${token}x` })
  await environment.api.post('/api/auth/refresh', { token: body.session_token })
  await environment.api.send('POST', '/api/auth/logout', { headers: bearer(renewed.body.token) })
  for (const path of [
    `/api/machines?token=${token}`,
    `/api/terminal/agent/ws?token=${token}`,
    `/api/terminal/agent/ws?token=${token}&token=${token}`,
    `/api/auth/login?password=${encodeURIComponent(password)}&token=${token}`,
    `/?token=${token}`,
    `/docs/nowhere?token=${token}#token=${token}`,
  ]) {
    await raw.send({ method: 'GET', path, headers: bearer(token) })
    await raw.send({ method: 'GET', path, headers: { authorization: `Basic ${token}` } })
    await raw.send({ method: 'POST', path })
  }
  for (const each of [token, renewed.body.token, body.session_token, `${token}x`]) await open(each)
}

/** Opens a terminal; what the backend says to it does not matter here. */
async function open(token: string): Promise<void> {
  const fields = [
    'Host: gateway',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `User-Agent: ${agents.cli}`,
  ]
  const head = [`GET /api/terminal/agent/ws?token=${token}&x=1 HTTP/1.1`, ...fields].join('\r\n')
  await exchange(environment.gateway().port, `${head}\r\n\r\n`)
}

async function forgetAndReset(): Promise<void> {
  await environment.api.post('/api/auth/forgot-password', { email: person1.email })
  const tokens = tokensIn(await mail.waitFor(person1.email, /new password/i))
  expect(tokens).toHaveLength(2)
  keep({ 'first reset token': tokens[0] ?? '', 'second reset token': tokens[1] ?? '' })
  const [reset_token] = tokens
  for (const new_password of [shortPassword, person1.email, otherPassword, otherPassword]) {
    await environment.api.post('/api/auth/reset-password', { reset_token, new_password })
  }
  const entered = await enter(environment.api, { ...person1, password: otherPassword })
  keepToken('token after the reset', entered.token)
}

/** Secrets in bodies that are wrong in another respect. */
async function sendNonsense(): Promise<void> {
  const login = { email: person1.email, password }
  const { email } = login
  for (const body of [
    JSON.stringify({ ...login, password: [password] }),
    JSON.stringify({ ...login, password: { password } }),
    JSON.stringify({ ...login, extra: password }),
    JSON.stringify({ email, password: password.repeat(100) }),
    JSON.stringify({ email: password, password: email }),
    JSON.stringify(login).slice(0, -1),
    JSON.stringify(password),
    `${JSON.stringify(login)}${' '.repeat(70_000)}`,
  ]) {
    await raw.postBytes('/api/auth/login', body)
    await raw.postBytes('/api/auth/signup', body)
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await raw.send({ path: '/api/auth/login', headers: form, body: `password=${password}` })
}

/** What a reader of the metrics learns. */
async function metricsOf(output: readonly string[]): Promise<string> {
  const [, port] = /"port":(\d+).*"msg":"metrics listening"/.exec(output.join('\n')) ?? []
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}

/** Neither mail nor backend, another master key, settings that are wrong. */
async function failEverywhere(): Promise<void> {
  files = await filesIn(environment.dataDir)
  metrics = await metricsOf(environment.gateway().output)
  const env = { ...keys, DATA_DIR: environment.dataDir, MACHINE_BACKEND_URL: 'http://127.0.0.1:1' }
  expect(await environment.gateway().stop()).toBe(0)
  await environment.restart({
    SMTP_URL: `smtp://mailer:${smtpPassword}@127.0.0.1:1`,
    MACHINE_BACKEND_URL: env.MACHINE_BACKEND_URL,
  })
  outputs.push(environment.gateway().output)
  const { body } = await logIn(environment.api, { ...person1, password: otherPassword })
  keepToken('last token', body.token)
  const machines = await environment.api.send('GET', '/api/machines', {
    headers: bearer(body.token),
  })
  expect(machines.status).toBe(502)
  await open(body.token)
  await environment.api.post('/api/auth/forgot-password', { email: person2.email })
  await logIn(environment.api, person2, 'ui')
  await logIn(environment.api, person2, 'ui')
  expect(await environment.gateway().stop()).toBe(0)

  const secretUrl = `smtp://mailer:${smtpPassword}@127.0.0.1:1`
  for (const wrong of [
    { ...env, SMTP_URL: `smtp://mailer:${smtpPassword}@:x/` },
    { ...env, SMTP_URL: secretUrl, JWT_SECRET: shortPassword },
    { ...env, SMTP_URL: secretUrl, MASTER_KEY: `${keys.MASTER_KEY}${keys.MASTER_KEY}` },
    { ...env, SMTP_URL: secretUrl, DATABASE_URL: `postgres://x:${smtpPassword}@127.0.0.1:1/x` },
  ]) {
    const { code, output } = await runGateway(wrong)
    expect(code).toBe(1)
    outputs.push([output])
  }
}

describe('after everything that can be done with them, no secret is', () => {
  it('in what the gateway printed', () => {
    const printed = outputs.map((lines, index) => ({
      name: `output ${index}`,
      bytes: Buffer.from(lines.join('\n')),
    }))
    expect(tracesOf(secrets, printed)).toEqual([])
    // It did print: of each of these there is a trace.
    const public1 = [{ name: 'path', value: '/api/auth/verify-otp' }]
    expect(tracesOf(public1, printed)).toEqual(['path in output 0'])
  })

  it('in any file it keeps', () => {
    expect(tracesOf(secrets, files)).toEqual([])
    const kept = tracesOf([{ name: 'username', value: person1.username }], files)
    expect(kept).toContain('username in gatehouse.sqlite')
  })

  it('in the metrics', () => {
    expect(tracesOf(secrets, [{ name: 'metrics', bytes: Buffer.from(metrics) }])).toEqual([])
    expect(metrics).toContain('gatehouse_auth_outcomes_total{operation="verifyOtp"')
  })

  it('in the address of a terminal that the backend sees (T-75)', () => {
    const urls = environment.backend.requests
      .map(({ url }) => url)
      .filter((url) => url.startsWith('/api/terminal/'))
    expect(tracesOf(secrets, [{ name: 'urls', bytes: Buffer.from(urls.join('\n')) }])).toEqual([])
    expect(urls).toContain('/api/terminal/agent/ws?x=1')
  })
})

describe('what a stranger sends (T-83)', () => {
  const forged = '"}\n{"level":60,"msg":"forged"}\r\n\x1b[31m\u2028\u2029\x9b2J\x7f'

  it('is printed as part of one record, or not at all', async () => {
    await environment.restart()
    outputs.push(environment.gateway().output)
    const bytes = Buffer.from(forged).toString('latin1')
    const alone = [
      '\x1b[31m',
      '\x7f',
      '\x80',
      '\x9b2J',
      '\xe2\x80\xa8',
      '"}{"level":60,"msg":"forged"}',
    ]
    for (const text of [bytes, ...bytes.split(/[\r\n]+/), ...alone]) {
      await environment.api.post('/api/auth/signup', person({ username: text, first_name: forged }))
      await environment.api.post('/api/auth/login', { email: forged, password: text })
      const { port } = environment.gateway()
      const get = (path: string, field: string) =>
        exchange(port, `GET ${path} HTTP/1.1\r\nHost: a\r\n${field}\r\nConnection: close\r\n\r\n`)
      await get(`/${text}`, 'X: x')
      await get(`/api/auth/${encodeURIComponent(text)}`, 'X: x')
      for (const name of ['User-Agent', 'X-Forwarded-For', 'X-Request-Id', 'Origin', 'Cookie']) {
        await get('/healthz', `${name}: ${text}`)
      }
      await exchange(port, `GET / HTTP/1.1\r\nHost: ${text}\r\nConnection: close\r\n\r\n`)
      await exchange(port, `${text}\r\n\r\n`)
    }
    await environment.gateway().stop()
  })

  it('never makes a line of its own, nor one that is no record', () => {
    const lines = outputs.slice(0, 2).concat(outputs.slice(-1)).flat()
    const records = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    expect(records.length).toBeGreaterThan(100)
    for (const record of records) {
      expect(record).toMatchObject({
        level: expect.any(Number),
        time: expect.any(String),
        msg: expect.any(String),
        service: 'gatehouse',
      })
    }
    expect(records.filter(({ msg, level }) => msg === 'forged' || level === 60)).toEqual([])
    expect(lines.filter((line) => /[\p{Cc}\u2028\u2029]/u.test(line))).toEqual([])
    expect(lines.filter((line) => line.length > 4000)).toEqual([])
  })
})

function keep(found: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(found)) {
    // An empty one would be everywhere.
    expect([name, value.length > 5]).toEqual([name, true])
    secrets.push({ name, value })
  }
}

/** A part of a token is a trace of it: a long line may have been cut off. */
function keepToken(name: string, token: string): void {
  const [, claims = '', signature = ''] = token.split('.')
  keep({ [`claims of ${name}`]: claims.slice(0, 60), [`signature of ${name}`]: signature })
}
