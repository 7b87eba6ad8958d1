import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Auth, PortError, type Refusal, type Requester } from '@gatehouse/auth-core'
import type { PortName } from '@gatehouse/auth-core/ports'
import { eventually } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { listen } from '../../test-support/listen.ts'
import { createRecordingLog } from '../../test-support/recording-log.ts'
import type { Edition } from '../editions.ts'
import { createNodeHandler } from '../node/node-handler.ts'
import { type Operation, pathsOf } from '../operations/operation.ts'
import { type OperationName, operations } from '../operations/operations.ts'
import { type ProblemCode, problems } from '../problems/problems.ts'
import type { RequestFacts } from '../requester/request-facts.ts'
import { createRoutes } from './routes.ts'

const facts: RequestFacts['from'] = {
  client: 'ui',
  network: '192.0.2.1',
  userAgent: 'agent',
  requestId: 'r-1',
  receivedAt: new Date('2030-01-01T00:00:00Z'),
}

/** What a use case is told: also whether the client is gone, which it may be by the time we look. */
const from: object = { ...facts, signal: { aborted: expect.any(Boolean) } }

/** What is sent to an operation, and what its use case is then asked. */
interface GoodCall {
  readonly body?: object
  readonly query?: string
  readonly command: object
}

/** Every parameter of a path is called `p-1`. */
const calls: Readonly<Record<OperationName, GoodCall>> = {
  signUp: {
    body: {
      username: 'ada',
      email: 'ada@example.com',
      password: 'p',
      first_name: 'Ada',
      last_name: 'Lovelace',
      organization_name: 'engines',
      company_name: 'Engines',
    },
    command: {
      username: 'ada',
      email: 'ada@example.com',
      password: 'p',
      firstName: 'Ada',
      lastName: 'Lovelace',
      organizationName: 'engines',
      companyName: 'Engines',
      from,
    },
  },
  verifyEmail: {
    body: { token: 't', new_password: 'p' },
    command: { token: 't', newPassword: 'p', accessToken: 'bearer-1', from },
  },
  readVerification: { body: { token: 't' }, command: { token: 't', from } },
  resendVerification: { command: { token: 'bearer-1', from } },
  logIn: {
    body: { email: 'ada@example.com', password: 'p' },
    command: { email: 'ada@example.com', password: 'p', from },
  },
  listTenants: { body: { session_token: 's' }, command: { sessionToken: 's', from } },
  selectTenant: {
    body: { session_token: 's', tenant_id: 'engines' },
    command: { sessionToken: 's', tenantId: 'engines', from },
  },
  verifyOtp: {
    body: { username: 'ada', otp_code: '012345', session_token: 's' },
    command: { username: 'ada', code: '012345', sessionToken: 's', from },
  },
  resendOtp: { body: { session_token: 's' }, command: { sessionToken: 's', from } },
  refresh: { body: { token: 't' }, command: { token: 't', from } },
  logOut: { command: { token: 'bearer-1', from } },
  keepSession: { command: { token: 'bearer-1', from } },
  resumeSession: { command: { keptToken: 'kept-1', from } },
  forgetSession: { command: { keptToken: 'kept-1', from } },
  forgotPassword: {
    body: { email: 'ada@example.com' },
    command: { email: 'ada@example.com', from },
  },
  readReset: { body: { reset_token: 'r' }, command: { resetToken: 'r', from } },
  resetPassword: {
    body: { reset_token: 'r', new_password: 'p' },
    command: { resetToken: 'r', newPassword: 'p', from },
  },
  listInvitations: {
    query: '?cursor=c&limit=20',
    command: { token: 'bearer-1', cursor: 'c', limit: 20, from },
  },
  invite: {
    body: { email: 'bob@example.com', role: 'user', machine_role: 'root', groups: ['Ops'] },
    command: {
      token: 'bearer-1',
      email: 'bob@example.com',
      role: 'user',
      machineRole: 'root',
      groups: ['Ops'],
      from,
    },
  },
  resendInvitation: { command: { token: 'bearer-1', id: 'p-1', from } },
  revokeInvitation: { command: { token: 'bearer-1', id: 'p-1', from } },
  readInvitation: { body: { token: 't' }, command: { token: 't', from } },
  acceptInvitation: {
    body: { token: 't', username: 'bob', password: 'p', first_name: 'Bob', last_name: 'B' },
    command: {
      token: 't',
      username: 'bob',
      password: 'p',
      firstName: 'Bob',
      lastName: 'B',
      from,
    },
  },
  readOrganization: { command: { token: 'bearer-1', from } },
  listMembers: {
    query: '?search=Ada&state=active&role=user&cursor=u-1&limit=20',
    command: {
      token: 'bearer-1',
      search: 'Ada',
      state: 'active',
      role: 'user',
      cursor: 'u-1',
      limit: 20,
      from,
    },
  },
  readMember: { command: { token: 'bearer-1', accountId: 'p-1', from } },
  changeMember: {
    body: { role: 'user', machine_role: 'root', groups: ['ops'], disabled: false },
    command: {
      token: 'bearer-1',
      accountId: 'p-1',
      role: 'user',
      machineRole: 'root',
      groups: ['ops'],
      disabled: false,
      from,
    },
  },
  removeMember: { command: { token: 'bearer-1', accountId: 'p-1', from } },
  endMemberSessions: { command: { token: 'bearer-1', accountId: 'p-1', from } },
  deleteMe: {
    body: { current_password: 'p' },
    command: { token: 'bearer-1', currentPassword: 'p', from },
  },
  listOrganizations: { query: '?limit=1', command: { token: 'bearer-1', limit: 1, from } },
  closeOrganization: {
    body: { confirm: 'Acme' },
    command: { token: 'bearer-1', confirm: 'Acme', from },
  },
  reopenOrganization: { body: { token: 't' }, command: { token: 't', from } },
  changeOrganization: {
    body: { otp_enabled: true },
    command: { token: 'bearer-1', otpEnabled: true, from },
  },
  readMe: { command: { token: 'bearer-1', from } },
  changeMe: {
    body: { first_name: 'Augusta' },
    command: { token: 'bearer-1', firstName: 'Augusta', from },
  },
  changePassword: {
    body: { current_password: 'c', new_password: 'n' },
    command: { token: 'bearer-1', currentPassword: 'c', newPassword: 'n', from },
  },
  changeEmail: {
    body: { email: 'ada@example.org', current_password: 'c' },
    command: { token: 'bearer-1', email: 'ada@example.org', currentPassword: 'c', from },
  },
  listSessions: { command: { token: 'bearer-1', from } },
  endOtherSessions: { command: { token: 'bearer-1', from } },
  endSession: { command: { token: 'bearer-1', id: 'p-1', from } },
  listApiKeys: { command: { token: 'bearer-1', from } },
  createApiKey: {
    body: { name: 'CI', expires_in_days: 90 },
    command: { token: 'bearer-1', name: 'CI', expiresInDays: 90, from },
  },
  rotateApiKey: {
    body: {},
    command: { token: 'bearer-1', id: 'p-1', overlapHours: 0, from },
  },
  revokeApiKey: { command: { token: 'bearer-1', id: 'p-1', from } },
  introspect: {
    body: { token: 't', token_type_hint: 'access_token' },
    command: { token: 't', secret: 'bearer-1', from },
  },
  readAudit: {
    query: '?kind=login&from=2026-01-31T12:00:00Z&account=a-1&actor=a-2&limit=20&cursor=1.2',
    command: {
      token: 'bearer-1',
      kind: 'login',
      accountId: 'a-1',
      actorId: 'a-2',
      period: { from: new Date('2026-01-31T12:00:00Z') },
      limit: 20,
      cursor: '1.2',
      from,
    },
  },
}

const names = Object.keys(operations) as OperationName[]
const allOperations = Object.values<Operation>(operations)

it('T-90: a use case can see that its client has closed the connection', async () => {
  const { app, asked } = start({ holds: true })
  const url = await listen(app)
  const leaving = new AbortController()
  const asking = fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.logIn.body),
    signal: leaving.signal,
  })
  const [, command] = await eventually('the use case is asked', async () => asked[0])
  const { signal } = (command as { readonly from: Requester }).from
  expect(signal).toEqual({ aborted: false })
  leaving.abort()
  await expect(asking).rejects.toThrow('aborted')
  await eventually('the use case sees it', async () => signal?.aborted || undefined)
})

describe('every operation', () => {
  it.each(names)('%s asks its use case once, in its own words', async (name) => {
    const { app, asked } = start()
    await ask(app, name)
    expect(asked).toEqual([[name, calls[name].command]])
  })

  it.each(names)('%s answers with its own status', async (name) => {
    const { app } = start({ outcome: { kind: 'logged_out' } })
    const { status, body, headers } = await ask(app, name)
    expect([status, body]).toEqual([operations[name].status, { message: expect.any(String) }])
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it.each(names)('%s names the methods its addresses take', async (name) => {
    const { app } = start()
    for (const path of pathsOf(operations[name])) {
      const served = allOperations.filter((each) => pathsOf(each).includes(path))
      const allowed = served.map(({ method }) => method.toUpperCase())
      const refused = await request(app).put(filled(path)).send('x')
      expect([refused.status, refused.body.code]).toEqual([405, 'method_not_allowed'])
      const told = await request(app).options(filled(path))
      expect([told.status, told.text]).toEqual([204, ''])
      for (const { headers } of [refused, told]) {
        expect(headers.allow?.split(', ')).toEqual(allowed)
      }
    }
  })

  it.each(names.filter((name) => pathsOf(operations[name]).length > 1))(
    '%s asks the same of an organization that the path names',
    async (name) => {
      const { app, asked } = start()
      const [, path = ''] = pathsOf(operations[name])
      await send(app, name, path.replace('{tenant_id}', 'engines')).set(
        'Authorization',
        'Bearer bearer-1',
      )
      expect(asked).toEqual([[name, { ...calls[name].command, tenantId: 'engines' }]])
    },
  )

  it.each(names.filter((name) => bearerOf(name) && bearerOf(name) !== 'optional'))(
    '%s needs a token in the header, and takes two for none',
    async (name) => {
      const { app, asked } = start()
      const missing = await ask(app, name, { authorization: undefined })
      expect([missing.status, missing.body.code]).toEqual([401, 'token_missing'])
      expect(missing.headers['www-authenticate']).toBe('Bearer realm="gatehouse"')
      const basic = await ask(app, name, { authorization: 'Basic YWRhOmFkYQ==' })
      expect(basic.body.code).toBe('token_missing')
      expect(asked).toEqual([])
    },
  )
})

describe('an operation that takes a token for one proof of several', () => {
  it('is asked without one where there is none', async () => {
    const { app, asked } = start()
    await ask(app, 'verifyEmail', { authorization: undefined })
    expect(asked).toEqual([['verifyEmail', { token: 't', newPassword: 'p', from }]])
  })
})

describe('an operation for backends', () => {
  const introspect = '/api/auth/introspect'
  const post = (app: App, text: string, type = formType) =>
    request(app)
      .post(introspect)
      .set('Authorization', 'Bearer bearer-1')
      .set('Content-Type', type)
      .send(text)
  const formType = 'application/x-www-form-urlencoded'

  it.each([formType, `${formType}; charset=utf-8`, 'Application/X-WWW-Form-Urlencoded'])(
    'takes a form, as RFC 7662 has it: %s',
    async (type) => {
      const { app, asked } = start()
      await post(app, 'token=a%2Bb+c%C3%A9&token_type_hint=refresh_token', type)
      expect(asked).toEqual([['introspect', { token: 'a+b cé', secret: 'bearer-1', from }]])
    },
  )

  it.each([
    ['', 'required'],
    ['token=', 'length'],
    ['token=a&token=b', 'repeated'],
    ['token=a&scope=x', 'unknown'],
    ['token=a%00', 'not_text'],
  ])('refuses the form %j', async (text, rule) => {
    const { app, asked } = start()
    const { status, body } = await post(app, text)
    expect([status, body.code, asked]).toEqual([400, 'validation_failed', []])
    expect(body.errors).toMatchObject([{ rule }])
  })

  it('T-63: takes no other type, and no other operation takes a form', async () => {
    const { app, asked } = start()
    for (const answer of [
      await post(app, '{"token":"t"}', 'text/plain'),
      await request(app).post('/api/auth/refresh').set('Content-Type', formType).send('token=t'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
    }
    expect(asked).toEqual([])
  })

  it('T-107: is an address like any that does not exist while no secret is set', async () => {
    const { app, asked } = start({ answersBackends: false })
    for (const method of ['get', 'post', 'put', 'options'] as const) {
      const answer = await request(app)[method](introspect).set('Authorization', 'Bearer bearer-1')
      const elsewhere = await request(app)[method]('/api/auth/nothing')
      expect([answer.status, answer.body]).toEqual([404, elsewhere.body])
    }
    expect(asked).toEqual([])
  })
})

describe('a refusal', () => {
  const refusals: readonly Refusal[] = [
    'invalid_credentials',
    'session_ended',
    'tenant_not_offered',
    'username_taken',
    'reset_token_invalid',
  ]

  it.each(refusals)('%s is the problem of that name', async (refusal) => {
    const { app } = start({ outcome: { kind: 'refused', refusal } })
    const { status, body, headers } = await ask(app, 'logIn')
    expect([status, body.code]).toEqual([problems[refusal].status, refusal])
    expect(body).toMatchObject({
      type: `https://id.example/docs/errors#${refusal}`,
      request_id: 'r-1',
    })
    expect(headers['content-type']).toBe('application/problem+json')
    expect('www-authenticate' in headers).toBe(status === 401)
  })

  it('says when to come back, in whole seconds', async () => {
    for (const [retryAfter, expected] of [
      [7, '7'],
      [0, '1'],
    ] as const) {
      const outcome = { kind: 'refused', refusal: 'rate_limited', retryAfter } as const
      const { status, headers } = await ask(start({ outcome }).app, 'logIn')
      expect([status, headers['retry-after']]).toEqual([429, expected])
    }
  })

  it('of fields has their names on the wire', async () => {
    const errors = [{ field: 'organizationName', rule: 'length', message: 'Too long.' }]
    const { app } = start({ outcome: { kind: 'invalid', errors } })
    const { status, body } = await ask(app, 'signUp')
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.errors).toEqual([
      { field: 'organization_name', rule: 'length', message: 'Too long.' },
    ])
  })
})

describe('a body', () => {
  const login = '/api/auth/login'
  const good = JSON.stringify(calls.logIn.body)

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ])('may be %s', async (type) => {
    const { app, asked } = start()
    await request(app).post(login).set('Content-Type', type).send(good)
    expect(asked).toHaveLength(1)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-7',
    'application/json; charset=utf-16',
    'application/jsonp',
    'application/problem+json',
    'text/json',
    'application/json, text/plain',
  ])('T-63: may not be %s', async (type) => {
    const { app, asked } = start()
    const { status, body } = await request(app).post(login).set('Content-Type', type).send(good)
    expect([status, body.code, asked]).toEqual([415, 'unsupported_media_type', []])
  })

  it('T-61: may not be compressed', async () => {
    const { app, asked } = start()
    const { status, body } = await request(app)
      .post(login)
      .set('Content-Type', 'application/json')
      .set('Content-Encoding', 'gzip')
      .send(good)
    expect([status, body.code, asked]).toEqual([415, 'unsupported_media_type', []])
  })

  it('may have as many bytes as are set, and no more', async () => {
    const { app, asked } = start()
    const sized = (bytes: number) => good + ' '.repeat(bytes - good.length)
    const post = (text: string) =>
      request(app).post(login).set('Content-Type', 'application/json').send(text)
    await post(sized(1024))
    expect(asked).toHaveLength(1)
    const { status, body } = await post(sized(1025))
    expect([status, body.code, asked.length]).toEqual([413, 'body_too_large', 1])
  })

  it.each([
    ['is not there', undefined, 'malformed_json'],
    ['is no JSON', '{', 'malformed_json'],
    ['is no object', '[]', 'validation_failed'],
    ['has nothing in it', '{}', 'validation_failed'],
  ])('is refused when it %s', async (_why, text, code) => {
    const { app, asked } = start()
    const post = request(app).post(login).set('Content-Type', 'application/json')
    const { status, body } = await (text === undefined ? post : post.send(text))
    expect([status, body.code, asked]).toEqual([400, code, []])
  })

  it('is not looked at where none is taken', async () => {
    const { app, asked } = start()
    await request(app).post('/api/auth/logout').set('Authorization', 'Bearer bearer-1').send('{')
    expect(asked).toHaveLength(1)
  })
})

describe('an address', () => {
  it.each([
    '/api/auth',
    '/api/auth/',
    '/api/auth/login/',
    '/api/auth/Login',
    '/API/auth/login',
    '/api/auth/login/x',
    '/api/auth/toString',
  ])('T-60: that is not spelt as in the table is none: %s', async (path) => {
    const { app, asked } = start()
    const { status, body } = await request(app).post(path).send(calls.logIn.body)
    expect([status, body.code, asked]).toEqual([404, 'not_found', []])
  })

  it('of a later edition is none, whatever the method', async () => {
    const { app } = start({ edition: '1.1.0' })
    for (const path of ['/api/auth/forgot-password', '/api/auth/reset-password']) {
      expect((await request(app).post(path).send({})).status).toBe(404)
      expect((await request(app).get(path)).status).toBe(404)
    }
  })
})

describe('a failure', () => {
  const ports: readonly [PortName, ProblemCode][] = [
    ['credential_store', 'credential_store_unavailable'],
    ['mailer', 'mail_unavailable'],
    ['store', 'overloaded'],
    ['rate_limiter', 'overloaded'],
  ]

  it.each(ports)('of the port %s is %s, with a time to come back', async (port, code) => {
    const { app } = start({ error: new PortError(port, 'unavailable') })
    const { status, body, headers } = await ask(app, 'logIn')
    expect([status, body.code, headers['retry-after']]).toEqual([503, code, '5'])
  })

  it('that nobody expected is a 500 that tells nothing, and is logged with its id', async () => {
    const { app, lines } = start({ error: new Error('hunter2 at /etc/secret') })
    const { status, body, text } = await ask(app, 'logIn')
    expect([status, body.code, body.request_id]).toEqual([500, 'internal_error', 'r-1'])
    expect(text).not.toMatch(/hunter2|secret|at /)
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 50, request_id: 'r-1', code: 'internal_error' }),
    )
  })

  it('of the client is not logged as one of ours', async () => {
    const { app, lines } = start()
    await request(app).post('/api/auth/login').set('Content-Type', 'application/json').send('{')
    expect(lines).toEqual([])
  })
})

describe('every answer', () => {
  it('keeps the address from other sites and its type from guesses, and tells the type of the client', async () => {
    const { headers } = await ask(start().app, 'logIn')
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-gatehouse-client': 'ui',
    })
  })
})

describe('the cookie of a kept session', () => {
  const kept = { kind: 'session_kept', keptToken: 'kept-2', keptSeconds: 60 } as const
  const resumed = { ...kept, kind: 'session_resumed', token: 't', expiresIn: 9 } as const
  const ended = { kind: 'refused', refusal: 'session_ended' } as const
  const attributes = 'Path=/; HttpOnly; SameSite=Strict; Secure'

  it.each([
    ['keepSession', kept],
    ['resumeSession', resumed],
  ] as const)(
    'T-108: is set by %s for this host alone, where no script reads it',
    async (name, outcome) => {
      const { headers, text } = await ask(start({ outcome }).app, name)
      const cookie = `__Host-gatehouse-session=kept-2; Max-Age=60; ${attributes}`
      expect(headers['set-cookie']).toEqual([cookie])
      expect(text).not.toContain('kept-2')
    },
  )

  it.each([
    ['resumeSession', ended],
    ['forgetSession', { kind: 'session_forgotten' }],
  ] as const)('is removed by %s when there is nothing to keep', async (name, outcome) => {
    const { headers } = await ask(start({ outcome }).app, name)
    expect(headers['set-cookie']).toEqual([`__Host-gatehouse-session=; Max-Age=0; ${attributes}`])
  })

  it('stays when a request is refused for another reason', async () => {
    const { app } = start({ outcome: { kind: 'refused', refusal: 'rate_limited' } })
    expect((await ask(app, 'resumeSession')).headers).not.toHaveProperty('set-cookie')
  })

  it.each(['cross-site', 'same-site', 'none'])(
    'T-108: is neither read nor set for a request that is %s',
    async (site) => {
      const { app, asked } = start({ outcome: kept })
      for (const name of names.filter(isKept)) {
        const { status, body, headers } = await ask(app, name).set('Sec-Fetch-Site', site)
        expect([status, body.code]).toEqual([403, 'origin_not_allowed'])
        expect(headers).not.toHaveProperty('set-cookie')
      }
      expect(asked).toEqual([])
    },
  )

  it.each([
    ['its public address', 'https://id.example', 200],
    ['the address that was asked', 'http://192.0.2.7:8080', 200],
    ['another one', 'https://evil.example', 403],
    ['no address', 'null', 403],
    ['nothing', undefined, 403],
  ])(
    'T-108: a browser that tells no site is known by its origin: %s',
    async (_, origin, expected) => {
      const { app } = start({ outcome: resumed })
      const asking = request(app)
        .post('/api/auth/kept-session/resume')
        .set('Host', '192.0.2.7:8080')
      expect((await (origin ? asking.set('Origin', origin) : asking)).status).toBe(expected)
    },
  )
})

type App = (incoming: IncomingMessage, response: ServerResponse) => void

interface StartOptions {
  /** What every use case says; that a session is logged out, unless told. */
  readonly outcome?: Awaited<ReturnType<Auth[OperationName]>>
  /** What every use case throws. */
  readonly error?: Error
  readonly edition?: Edition
  readonly answersBackends?: boolean
  /** Whether a use case never answers. */
  readonly holds?: boolean
}

function start({
  outcome = { kind: 'logged_out' },
  error,
  edition = '1.2.0',
  answersBackends = true,
  holds,
}: StartOptions = {}) {
  const asked: [OperationName, unknown][] = []
  const useCase = (name: OperationName) => async (command: unknown) => {
    asked.push([name, command])
    if (error) throw error
    if (holds) await new Promise(() => undefined)
    return outcome
  }
  const { log, lines } = createRecordingLog()
  const problemBase = 'https://id.example'
  const routes = createRoutes({
    // Each says the same, which no one of them alone may.
    auth: Object.fromEntries(names.map((name) => [name, useCase(name)])) as unknown as Auth,
    edition,
    answersBackends,
    maxBodyBytes: 1024,
    publicBaseUrl: 'https://id.example',
    problemBase,
    oidc: {
      providers: [],
      attempts: { give: () => [], take: () => ({ attempt: null, setCookie: [] }) },
      pages: { dashboardUrl: '', workspacePickerUrl: '', loginUrl: 'https://id.example/login' },
    },
    log,
  })
  const factsOf = () => ({ address: '192.0.2.1', from: facts })
  const handler = createNodeHandler(routes, { factsOf, prefix: '/api/auth', problemBase })
  const app: App = (incoming, response) => void handler(incoming, response)
  return { app, asked, lines }
}

function bearerOf(name: OperationName) {
  const operation: Operation = operations[name]
  return operation.bearer
}

function isKept(name: OperationName): boolean {
  const operation: Operation = operations[name]
  return operation.keptCookie === true
}

/** Sends an operation its good body, with a token if it needs one. */
function ask(
  app: App,
  name: OperationName,
  { authorization }: { readonly authorization?: string | undefined } = {
    authorization: 'Bearer bearer-1',
  },
) {
  const asking = send(app, name, operations[name].path)
  if (authorization !== undefined) asking.set('Authorization', authorization)
  return asking
}

function send(app: App, name: OperationName, path: string) {
  const { body, query = '' } = calls[name]
  const asking = request(app)[operations[name].method](`${filled(path)}${query}`)
  if (isKept(name)) {
    asking.set({ 'Sec-Fetch-Site': 'same-origin', Cookie: '__Host-gatehouse-session=kept-1' })
  }
  return body === undefined ? asking : asking.send(body)
}

function filled(path: string): string {
  return path.replaceAll(/\{\w+\}/g, 'p-1')
}
