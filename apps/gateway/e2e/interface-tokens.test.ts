/** The token: the claims table, the lifetimes and "Authentication" of the interface document. */
import { exchange, handshakeText, parseAnswer } from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { forgeries } from '../testing/abuse/forgeries.ts'
import { agents } from '../testing/api.ts'
import { codeIn } from '../testing/mail-server.ts'
import { bearer, enter, logIn, type Person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { readToken } from '../testing/tokens.ts'
import { fieldTypes } from './support/field-types.ts'
import { records } from './support/records.ts'

let environment: TestEnvironment

beforeAll(async () => {
  environment = await openTestEnvironment({ OTP_DEFAULT: 'on' })
})

afterAll(() => environment.close())

describe('the claims of the table', () => {
  const claims = {
    user_id: 'string',
    username: 'string',
    email: 'string',
    tenant_id: 'string',
    tenant_name: 'string',
    role: 'string',
    machine_role: 'string',
    groups: 'array of string',
    identity_provider_id: 'string',
    source: 'string',
    iss: 'string',
    exp: 'integer',
    iat: 'integer',
  }
  /** RFC 7519 and OpenID Connect: the token, its session and its sign-in. */
  const others = { jti: 'string', sid: 'string', auth_time: 'integer' }

  it('are all there, and beside them jti, sid and auth_time alone', async () => {
    const someone = await inGroups(['operators'])
    const { token } = await enter(environment.api, someone)
    expect(fieldTypes(readToken(token).claims)).toEqual({ ...claims, ...others })
  })

  it('say who it is, where, and by which program', async () => {
    const someone = await inGroups(['operators'])
    const { token, user } = await enter(environment.api, someone)
    const [row] = records(
      environment,
      'select id from local_users where username = ?',
      someone.username,
    )
    expect(readToken(token).claims).toMatchObject({
      user_id: user.id,
      username: user.username,
      email: user.email,
      tenant_id: user.tenant_id,
      tenant_name: user.tenant_name,
      role: 'company_admin',
      machine_role: '',
      groups: ['operators'],
      identity_provider_id: row?.id,
      source: 'cli',
      iss: 'gatehouse',
    })
  })

  it('never hold the API key', async () => {
    const { token, session_token, user } = await enter(
      environment.api,
      await signUp(environment.api),
    )
    for (const each of [token, session_token]) {
      expect(JSON.stringify(readToken(each))).not.toContain(user.api_key)
    }
  })

  it.each(['cli', 'vscode'] as const)('name %s as the source for its client', async (client) => {
    const { token } = await enter(environment.api, await signUp(environment.api), client)
    expect(readToken(token).claims.source).toBe(client)
  })

  it('name ui as the source for a browser, and keep it when another program refreshes', async () => {
    const { token } = await enterAsBrowser(await signUp(environment.api))
    expect(readToken(token).claims.source).toBe('ui')
    const { body } = await environment.api.post('/api/auth/refresh', { token })
    expect(readToken(body.token).claims.source).toBe('ui')
  })

  it('keep the session and the sign-in through a refresh, but never the token id', async () => {
    const { token } = await enter(environment.api, await signUp(environment.api))
    const { body } = await environment.api.post('/api/auth/refresh', { token })
    const [before, after] = [readToken(token).claims, readToken(body.token).claims]
    expect([after.sid, after.auth_time]).toEqual([before.sid, before.auth_time])
    expect(after.jti).not.toBe(before.jti)
  })

  async function inGroups(groups: readonly string[]): Promise<Person> {
    const someone = await signUp(environment.api)
    const change = 'update local_users set groups = ? where username = ?'
    records(environment, change, JSON.stringify(groups), someone.username)
    return someone
  }
})

describe('the header', () => {
  it('says HS256, the kind and the key, and nothing else', async () => {
    const { token } = await enter(environment.api, await signUp(environment.api))
    const [{ kid } = {}] = records(environment, 'select kid from signing_keys')
    expect(readToken(token).header).toEqual({ alg: 'HS256', typ: 'at+jwt', kid })
  })

  it('tells a session token apart', async () => {
    const { session_token } = await enter(environment.api, await signUp(environment.api))
    expect(readToken(session_token).header.typ).toBe('session+jwt')
  })
})

describe('the lifetime', () => {
  it('is 86400 seconds, and expires_in is exp less iat, in every answer with a token', async () => {
    const someone = await signUp(environment.api)
    const loggedIn = await enter(environment.api, someone)
    const { session_token, token, user } = loggedIn
    const choice = { session_token, tenant_id: user.tenant_id }
    const selected = (await environment.api.post('/api/auth/select-tenant', choice)).body
    const refreshed = (await environment.api.post('/api/auth/refresh', { token })).body
    const verified = await enterAsBrowser(someone)
    for (const answer of [loggedIn, selected, refreshed, verified]) {
      const { exp, iat } = readToken(answer.token).claims
      expect([answer.expires_in, exp - iat]).toEqual([86_400, 86_400])
    }
  })

  it('of a session token is short', async () => {
    const { session_token } = await enter(environment.api, await signUp(environment.api))
    const { exp, iat } = readToken(session_token).claims
    expect(exp - iat).toBe(15 * 60)
  })
})

describe('a request for the machine backend', () => {
  it('is forwarded with a Bearer token, whatever the case of the scheme', async () => {
    const { token } = await enter(environment.api, await signUp(environment.api))
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${token}` }
      expect((await environment.api.send('GET', '/api/machines', { headers })).status).toBe(200)
    }
  })

  it('is never forwarded without one, or with anything else', async () => {
    const { token, session_token, user } = await enter(
      environment.api,
      await signUp(environment.api),
    )
    const before = environment.backend.requests.length
    const refused = {
      'no header': {},
      'another scheme': { authorization: `Basic ${token}` },
      'a session token': bearer(session_token),
      'an API key': bearer(user.api_key),
      'an altered token': bearer(`${token.slice(0, -8)}AAAAAAAA`),
    }
    for (const [name, headers] of Object.entries(refused)) {
      const { status } = await environment.api.send('GET', '/api/machines', { headers })
      expect([name, status]).toEqual([name, 401])
    }
    const inQuery = await environment.api.send('GET', `/api/machines?token=${token}`)
    expect(inQuery.status).toBe(401)
    expect(environment.backend.requests).toHaveLength(before)
  })
})

describe('T-04: one kind of token in place of another', () => {
  it('is refused everywhere', async () => {
    const { token, session_token, user } = await enter(
      environment.api,
      await signUp(environment.api),
    )
    const tries = [
      ['/api/auth/refresh', { token: session_token }, 'token_invalid'],
      [
        '/api/auth/select-tenant',
        { session_token: token, tenant_id: user.tenant_id },
        'session_token_invalid',
      ],
      ['/api/auth/resend-otp', { session_token: token }, 'session_token_invalid'],
      [
        '/api/auth/reset-password',
        { reset_token: token, new_password: 'quite another phrase' },
        'reset_token_invalid',
      ],
      ['/api/auth/verify-email', { token, password: 'p' }, 'verification_token_invalid'],
      ['/api/auth/verification', { token }, 'verification_token_invalid'],
    ] as const
    for (const [path, body, code] of tries) {
      expect((await environment.api.post(path, body)).body.code).toBe(code)
    }
    const headers = bearer(session_token)
    const out = await environment.api.send('POST', '/api/auth/logout', { headers })
    expect([out.status, out.body.code]).toEqual([401, 'token_invalid'])
  })
})

describe('T-35: a forged token', () => {
  it('is refused by all that takes tokens', async () => {
    const { token } = await enter(environment.api, await signUp(environment.api))
    const { port } = environment.gateway()
    for (const forged of forgeries(token)) {
      const refresh = await environment.api.post('/api/auth/refresh', { token: forged })
      const headers = bearer(forged)
      const logout = await environment.api.send('POST', '/api/auth/logout', { headers })
      const target = `/api/terminal/a/ws?token=${encodeURIComponent(forged)}`
      const terminal = parseAnswer(await exchange(port, handshakeText(target)))
      const statuses = [refresh.status, logout.status, terminal.status]
      expect([forged, statuses]).toEqual([forged, [401, 401, 401]])
    }
    const good = await environment.api.post('/api/auth/refresh', { token })
    expect(good.status).toBe(200)
  })
})

describe('logging out', () => {
  it('leaves the token usable until its own expiry, and is on record', async () => {
    const { token, user } = await enter(environment.api, await signUp(environment.api))
    await environment.api.send('POST', '/api/auth/logout', { headers: bearer(token) })
    const used = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
    expect(used.status).toBe(200)
    const audit = "select outcome from audit_log where kind = 'logged_out' and account_id = ?"
    expect(records(environment, audit, user.id)).toEqual([{ outcome: 'ok' }])
  })
})

describe('T-02: a session token of a browser', () => {
  it('asks for the code even if a command line redeems it', async () => {
    const someone = await signUp(environment.api)
    const { session_token, tenants } = (await logIn(environment.api, someone, 'ui')).body
    const [{ tenant_id }] = tenants
    const body = { session_token, tenant_id }
    const headers = { 'user-agent': agents.cli }
    const answer = await environment.api.post('/api/auth/select-tenant', body, headers)
    expect([answer.body.requires_otp, answer.body.token]).toEqual([true, undefined])
  })
})

async function enterAsBrowser(someone: Person) {
  const { username } = (await logIn(environment.api, someone, 'ui')).body
  const otp_code = codeIn(await environment.mail.waitFor(someone.email, /code/i))
  const headers = { 'user-agent': agents.ui }
  return (await environment.api.post('/api/auth/verify-otp', { username, otp_code }, headers)).body
}
