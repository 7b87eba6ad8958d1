/** "Errors" of the interface document, and every problem code with what provokes it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProblemCode, problems } from '@gatehouse/http-api'
import { exchange, parseAnswer } from '@gatehouse/proxy/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Answer, agents } from '../testing/api.ts'
import { publicBaseUrl } from '../testing/gateway-process.ts'
import { tokensIn } from '../testing/mail-server.ts'
import { bearer, enter, logIn, type Person, person, signUp, switchOtp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { readToken, signToken } from '../testing/tokens.ts'
import { records } from './support/records.ts'

const secret = 'a secret that this test shares with the gateway'

let environment: TestEnvironment
let someone: Person
let token: string
let sessionToken: string

beforeAll(async () => {
  const settings = {
    JWT_SECRET: secret,
    BACKEND_TIMEOUT_SECONDS: '1',
    HEADERS_TIMEOUT_SECONDS: '1',
    SIGN_UP_DOMAINS: 'example.com',
    LIMIT_FORGOT_ADDRESS: '2/1h',
  }
  environment = await openTestEnvironment(settings, (request, response) => {
    if (request.url === '/api/broken') request.socket.destroy()
    else if (request.url !== '/api/slow') response.end('ok')
  })
  someone = await signUp(environment.api)
  const entered = await enter(environment.api, someone)
  token = entered.token
  sessionToken = entered.session_token
})

afterAll(() => environment.close())

describe('the stated error conditions', () => {
  it('refuses to refresh an expired token: the user logs in again', async () => {
    const answer = await environment.api.post('/api/auth/refresh', { token: aged(24 * 3600) })
    expect([answer.status, answer.body.code]).toEqual([401, 'token_expired'])
    expect((await logIn(environment.api, someone)).status).toBe(200)
  })

  it('refreshes a token that has a second left', async () => {
    const answer = await environment.api.post('/api/auth/refresh', { token: aged(24 * 3600 - 2) })
    expect([answer.status, answer.body.expires_in]).toEqual([200, 86_400])
  })

  it('answers forgot-password for an unknown address as for a known one', async () => {
    const known = await environment.api.post('/api/auth/forgot-password', { email: someone.email })
    const unknown = await environment.api.post('/api/auth/forgot-password', {
      email: 'no@example.com',
    })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(known.status).toBe(200)
  })

  it.each([
    ['accepts', 29, 200],
    ['no longer accepts', 30, 400],
  ])('%s a reset token that is %i minutes old', async (_what, minutes, status) => {
    const { email } = await signUp(environment.api)
    await environment.api.post('/api/auth/forgot-password', { email })
    const [reset_token = ''] = tokensIn(await environment.mail.waitFor(email, /new password/i))
    const older = 'update one_time_tokens set expires_at = expires_at - ? where purpose = ?'
    records(environment, older, minutes * 60_000, 'reset_password')
    const reset = { reset_token, new_password: 'quite another phrase' }
    const answer = await environment.api.post('/api/auth/reset-password', reset)
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.code).toBe('reset_token_invalid')
  })
})

const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  environment.api.post(path, body, headers)
const get = (path: string, headers?: Record<string, string>) =>
  environment.api.send('GET', path, { ...(headers && { headers }) })

/** What provokes each code; those of a whole dependency that fails are at the end. */
const provocations: Partial<Record<ProblemCode, () => Promise<Answer>>> = {
  validation_failed: () => post('/api/auth/login', { email: 'ada@example.com' }),
  malformed_json: () => environment.api.send('POST', '/api/auth/login', { text: '{"email":' }),
  reset_token_invalid: () =>
    post('/api/auth/reset-password', { reset_token: 'no', new_password: 'a long enough one' }),
  verification_token_invalid: () => post('/api/auth/verify-email', { token: 'no', password: 'p' }),
  malformed_request: () => get('/api//machines', bearer(token)),
  request_refused: () =>
    get('/api/auth/verify', { ...bearer(token), 'x-forwarded-uri': '/api/machines' }),
  invalid_credentials: () => logIn(environment.api, { ...someone, password: 'not that one' }),
  token_missing: () => get('/api/machines'),
  token_invalid: () => get('/api/machines', bearer('no.token.really')),
  token_expired: () => get('/api/machines', bearer(aged(24 * 3600))),
  session_token_invalid: () =>
    post('/api/auth/select-tenant', { session_token: 'no', tenant_id: 'acme' }),
  async session_ended() {
    const ended = (await enter(environment.api, someone)).token
    await environment.api.send('POST', '/api/auth/logout', { headers: bearer(ended) })
    return post('/api/auth/refresh', { token: ended })
  },
  async token_stale() {
    const stale = (await enter(environment.api, someone)).token
    const { sid, exp } = readToken(stale).claims
    const insert =
      "insert into endings (subject, id, kind, at, until, noted_at) values ('session', ?, 'stale', ?, ?, ?)"
    records(environment, insert, String(sid), Date.now(), Number(exp) * 1000, Date.now())
    return eventually('a token that is stale', async () => {
      const answer = await get('/api/machines', bearer(stale))
      return answer.status === 401 ? answer : undefined
    })
  },
  otp_invalid: () => post('/api/auth/verify-otp', { username: 'nobody', otp_code: '000000' }),
  tenant_not_offered: () =>
    post('/api/auth/select-tenant', { session_token: sessionToken, tenant_id: 'elsewhere' }),
  async forbidden() {
    const other = await signUp(environment.api)
    records(environment, "update accounts set role = 'user' where username = ?", other.username)
    const { token: theirs } = await enter(environment.api, other)
    return get('/api/auth/organization/invitations', bearer(theirs))
  },
  async recent_login_required() {
    const entered = (await enter(environment.api, await signUp(environment.api))).token
    const change = (max_session_days: number | null, headers: Record<string, string>) =>
      environment.api.send('PATCH', '/api/auth/organization', {
        body: { max_session_days },
        headers,
      })
    await change(1, bearer(entered))
    const { claims } = readToken(entered)
    const earlier = 'update sessions set auth_time = auth_time - 601000 where id = ?'
    records(environment, earlier, String(claims.sid))
    return change(null, bearer(entered))
  },
  async last_administrator() {
    const alone = await signUp(environment.api)
    const { token: theirs } = await enter(environment.api, alone)
    return environment.api.send('DELETE', '/api/auth/me', {
      body: { current_password: alone.password },
      headers: bearer(theirs),
    })
  },
  async already_member() {
    const ada = await signUp(environment.api)
    records(environment, 'update accounts set email_verified = 1 where username = ?', ada.username)
    const { token: hers } = await enter(environment.api, ada)
    return post('/api/auth/organization/invitations', { email: ada.email }, bearer(hers))
  },
  invitation_invalid: () => post('/api/auth/invitation', { token: 'unknown' }),
  async account_unconfirmed() {
    await environment.gateway().stop()
    await environment.restart({ UNCONFIRMED_ACCOUNTS: 'no_terminals' })
    const held = (await enter(environment.api, await signUp(environment.api))).token
    const answer = await get('/api/machines', bearer(held))
    await environment.gateway().stop()
    await environment.restart()
    return answer
  },
  sign_up_closed: () => post('/api/auth/signup', person({ email: 'ada@elsewhere.example' })),
  origin_not_allowed: () => preflight('/api/machines', 'https://evil.example'),
  not_found: () => post('/api/auth/no-such-route', {}),
  method_not_allowed: () => get('/api/auth/login'),
  username_taken: () => post('/api/auth/signup', person({ username: someone.username })),
  organization_taken: () =>
    post('/api/auth/signup', person({ organization_name: someone.organization_name })),
  body_too_large: () =>
    post('/api/auth/login', { email: 'ada@example.com', password: 'x'.repeat(65_536) }),
  unsupported_media_type: () =>
    post('/api/auth/login', { email: '', password: '' }, { 'content-type': 'text/plain' }),
  async rate_limited() {
    const body = { email: 'often@example.com' }
    for (let time = 0; time < 2; time += 1) await post('/api/auth/forgot-password', body)
    return post('/api/auth/forgot-password', body)
  },
  headers_too_large: () => raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
  request_timeout: () => raw('GET / HTTP/1.1\r\nHost: x\r\n'),
  upstream_unavailable: () => get('/api/broken', bearer(token)),
  upstream_timeout: () => get('/api/slow', bearer(token)),
  credential_store_unavailable: () =>
    without('local_users', () => logIn(environment.api, { ...someone, password: 'any' })),
  overloaded: () => without('sessions', () => post('/api/auth/refresh', { token })),
  async mail_unavailable() {
    const guarded = await signUp(environment.api)
    await switchOtp(environment.api, (await enter(environment.api, guarded)).token, true)
    await environment.mail.stop()
    return mailRefused(guarded)
  },
}

describe('a problem', () => {
  const cases = Object.entries(provocations) as [ProblemCode, () => Promise<Answer>][]

  it.each(cases)(
    '%s is a problem document with everything that goes with it',
    async (code, ask) => {
      const { status, headers, body } = await ask()
      const expected = problems[code]
      expect(body).toEqual({
        type: `${publicBaseUrl}/docs/errors#${code}`,
        title: expected.title,
        status: expected.status,
        code,
        detail: expect.stringMatching(/^[A-Z][^\n]*\.$/),
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...(code === 'validation_failed' && { errors: expect.any(Array) }),
      })
      expect(status).toBe(expected.status)
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.has('www-authenticate')).toBe(status === 401)
      expect(headers.has('allow')).toBe(status === 405)
      if (status === 429 || status === 503) expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    },
  )

  it('has been provoked with every code but that of a fault, and those of providers', () => {
    const missing = Object.keys(problems).filter((code) => !Object.hasOwn(provocations, code))
    const ofProviders = ['oidc_no_account', 'oidc_expired', 'oidc_cancelled', 'oidc_rejected']
    expect(missing).toEqual([...ofProviders, 'internal_error'])
  })
})

describe('a mistake in a field', () => {
  it('is told with the field, the rule and a sentence, and without what was sent (T-62)', async () => {
    const bad = { ...person({ username: 'x', email: 'secretive', password: 'hush' }) }
    const { body } = await environment.api.post('/api/auth/signup', bad)
    expect(body.errors).toEqual([
      { field: 'username', rule: 'length', message: expect.any(String) },
      { field: 'email', rule: expect.any(String), message: expect.any(String) },
      { field: 'password', rule: 'too_short', message: expect.any(String) },
    ])
    expect(JSON.stringify(body)).not.toMatch(/secretive|hush/)
  })
})

describe('a 401', () => {
  it.each([
    ['without a token says no error', {}, 'Bearer realm="gatehouse"'],
    [
      'with a bad one says so',
      bearer('no.token.really'),
      'Bearer realm="gatehouse", error="invalid_token"',
    ],
  ])('%s (RFC 6750)', async (_what, headers, challenge) => {
    for (const path of ['/api/machines', '/api/auth/organization']) {
      const answer = await environment.api.send('GET', path, { headers })
      expect(answer.headers.get('www-authenticate')).toBe(challenge)
    }
  })
})

/** The token of someone, as if it had been issued so many seconds ago. */
function aged(seconds: number): string {
  const { header, claims } = readToken(token)
  const iat = Math.floor(Date.now() / 1000) - seconds
  return signToken({ header, claims: { ...claims, iat, exp: iat + 24 * 3600 } }, secret)
}

async function preflight(path: string, origin: string): Promise<Answer> {
  const response = await fetch(`${environment.gateway().url}${path}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'user-agent': agents.ui },
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function raw(text: string): Promise<Answer> {
  const { status, head, body } = parseAnswer(await exchange(environment.gateway().port, text))
  const fields = head.split('\r\n').slice(1, -1)
  const headers = new Headers(fields.map((field) => field.split(': ') as [string, string]))
  return { status, headers, body: JSON.parse(body) }
}

/** Takes a table away while something is asked. */
async function without(table: string, ask: () => Promise<Answer>): Promise<Answer> {
  records(environment, `alter table ${table} rename to hidden`)
  try {
    return await ask()
  } finally {
    records(environment, `alter table hidden rename to ${table}`)
  }
}

/** The gateway notices within seconds that the mail server is gone. */
async function mailRefused(guarded: Person): Promise<Answer> {
  for (;;) {
    const answer = await logIn(environment.api, guarded, 'ui')
    if (answer.status !== 200) return answer
    // A live code serves again for half a minute: only without one a mail is needed, of which
    // there may be five.
    records(environment, 'delete from otp_challenges')
    records(environment, "delete from outbox where kind = 'otp'")
    await sleep(250)
  }
}
