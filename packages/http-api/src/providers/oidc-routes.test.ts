import type { Auth, OidcAttempt, Requester } from '@gatehouse/auth-core'
import { PortError } from '@gatehouse/auth-core'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import type { Listener } from '../../test-support/listen.ts'
import { createRecordingLog } from '../../test-support/recording-log.ts'
import { createTestSealer } from '../../test-support/sealer.ts'
import redirects from '../fixtures/open-redirect.json' with { type: 'json' }
import { createNodeHandler } from '../node/node-handler.ts'
import { type OperationName, operations } from '../operations/operations.ts'
import { createRoutes } from '../routes/routes.ts'
import { createAttemptCookies } from './attempt-cookies.ts'

const start = '/api/auth/oidc/provider_a'
const callback = `${start}/callback`
const login = 'https://app.example/login?from=sso'

type Finish = Auth['finishOidcLogin']
type FinishCommand = Parameters<Finish>[0]

const from: Requester = {
  client: 'cli',
  network: '192.0.2.1',
  userAgent: '',
  requestId: 'request-1',
  receivedAt: new Date('2030-01-01T00:00:00Z'),
}

const refused = { kind: 'refused', refusal: 'oidc_no_account', reason: 'subject_changed' } as const
const selection: Awaited<ReturnType<Finish>> = {
  kind: 'tenant_selection_required',
  sessionToken: 'session&token',
  offered: [],
}
const loggedIn = {
  kind: 'authenticated',
  token: 'access.token',
  expiresIn: 86_400,
  sessionToken: 'session.token',
  offered: [],
} as unknown as Awaited<ReturnType<Finish>>

describe('the way to a provider', () => {
  it('is a redirect that nobody keeps, with a cookie', async () => {
    const { app } = open()
    const answer = await request(app).get(start).expect(303)
    expect(answer.headers.location).toMatch(
      /^https:\/\/provider\.example\/authorize\?state=state-1-/,
    )
    expect(answer.text).toBe('')
    const [cookie = '', ...others] = cookiesOf(answer)
    expect(others).toEqual([])
    expect(cookie).toMatch(
      /^__Host-gatehouse-oidc-[\w-]{22}=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(cookie).not.toContain('verifier')
  })

  it('has another name for its cookie where there is no TLS', async () => {
    const { app } = open({ secure: false })
    const [cookie = ''] = cookiesOf(await request(app).get(start))
    expect(cookie).toMatch(/^gatehouse-oidc-[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('T-46, T-47: does not depend on what the request says of itself', async () => {
    const { app } = open()
    const plain = await request(app).get(start)
    const poisoned = await request(app)
      .get(`${start}?return_to=//evil.example&redirect_uri=https://evil.example`)
      .set({
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'http',
        Forwarded: 'host=evil.example',
        Referer: 'https://evil.example',
      })
    const withoutState = (location = '') => location.replace(/state-\d+-/, '')
    expect(withoutState(poisoned.headers.location)).toBe(withoutState(plain.headers.location))
    expect(JSON.stringify(poisoned.headers)).not.toContain('evil')
  })

  it('T-47: leads to the provider and back whatever address a query names', async () => {
    const { app } = open({ outcome: loggedIn })
    for (const payload of redirects.payloads) {
      const named = redirects.parameters.map(
        (each) => [each.replace(/[/?=].*$/, ''), payload] as const,
      )
      const query = new URLSearchParams(
        Object.fromEntries([...named, ['return_to', payload], ['next', payload]]),
      )
      const away = await request(app).get(`${start}?${query}`)
      expect(new URL(away.headers.location ?? '').origin).toBe('https://provider.example')
      const back = await request(app).get(`${callback}?code=c&state=s&${query}`)
      expect(new URL(back.headers.location ?? '').origin).toBe('https://app.example')
    }
  })

  it('keeps at most eight attempts in a browser: the oldest go', async () => {
    const { app } = open()
    let jar: string[] = []
    for (let count = 0; count < 10; count += 1) {
      const answer = await request(app)
        .get(start)
        .set('Cookie', [...jar, 'other=1'].join('; '))
      jar = keep(jar, cookiesOf(answer))
    }
    expect(jar).toHaveLength(8)
    const last = jar.at(-1) ?? ''
    expect(openCookie(last)).toMatchObject({
      transaction: { state: 'state-10-long-enough-to-be-one' },
    })
  })
})

describe('the way back', () => {
  it('T-48: hands the tokens over in the fragment alone', async () => {
    const { app } = open({ outcome: loggedIn })
    const answer = await request(app).get(`${callback}?code=c&state=s`).expect(303)
    expect(answer.headers.location).toBe(
      'https://app.example/#token=access.token&expires_in=86400&session_token=session.token',
    )
    expect(answer.text).toBe('')
  })

  it('hands the session token over to the workspace picker', async () => {
    const { app } = open({ outcome: selection })
    const answer = await request(app).get(`${callback}?code=c&state=s`).expect(303)
    expect(answer.headers.location).toBe(
      'https://app.example/pick?a=b#session_token=session%26token',
    )
  })

  it('gives the query as it came and the attempt of this state', async () => {
    const { app, commands } = open({ outcome: selection })
    const jar = cookiesOf(await request(app).get(start)).map(pairOf)
    const query = 'code=c%2Fd&state=state-1-long-enough-to-be-one&iss=https%3A%2F%2Fa'
    await request(app).get(`${callback}?${query}`).set('Cookie', jar.join('; '))
    expect(commands).toEqual([
      {
        provider: 'provider_a',
        query,
        attempt: {
          provider: 'provider_a',
          transaction: {
            state: 'state-1-long-enough-to-be-one',
            nonce: 'nonce',
            codeVerifier: 'verifier',
          },
          expiresAt: new Date('2030-01-01T00:10:00Z'),
        },
        from,
      },
    ])
  })

  it.each([
    ['that ended well', selection],
    ['that was refused', refused],
    ['that failed', new PortError('oidc_provider', 'timeout')],
  ])('T-44: takes the cookie of an attempt %s, and no other', async (_, outcome) => {
    const { app } = open({ outcome })
    const jar = [
      ...cookiesOf(await request(app).get(start)),
      ...cookiesOf(await request(app).get(start)),
    ]
    const answer = await request(app)
      .get(`${callback}?code=c&state=state-2-long-enough-to-be-one`)
      .set('Cookie', jar.map(pairOf).join('; '))
    const [name = ''] = (jar[1] ?? '').split('=')
    expect(cookiesOf(answer)).toEqual([
      `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure`,
    ])
  })

  it.each([
    ['no cookie', () => ''],
    ['the cookie of another attempt', ([, other]: readonly string[]) => other],
    ['a cookie that was altered', ([own = '']: readonly string[]) => `${own.slice(0, -2)}AA`],
    ['a cookie that was made up', ([own = '']: readonly string[]) => `${own.split('=')[0]}={}`],
    [
      'the cookie of another under its name',
      ([own = '', other = '']: readonly string[]) => `${own.split('=')[0]}=${other.split('=')[1]}`,
    ],
  ])('T-44: has no attempt of its own with %s', async (_, cookieOf) => {
    const { app, commands } = open({ outcome: refused })
    const jar = [
      ...cookiesOf(await request(app).get(start)),
      ...cookiesOf(await request(app).get(start)),
    ].map(pairOf)
    await request(app)
      .get(`${callback}?code=c&state=state-1-long-enough-to-be-one`)
      .set('Cookie', cookieOf(jar) ?? '')
    const [{ attempt } = { attempt: null }] = commands
    expect(attempt?.transaction.state).not.toBe('state-1-long-enough-to-be-one')
  })

  it('goes to the sign-in page when it is refused, and the log says why', async () => {
    const { app, lines } = open({ outcome: refused })
    const answer = await request(app).get(`${callback}?code=c&state=s`).expect(303)
    expect(answer.headers.location).toBe(`${login}&error=oidc_no_account`)
    expect(lines).toMatchObject([
      {
        level: 40,
        msg: 'provider login refused',
        request_id: 'request-1',
        provider: 'provider_a',
        code: 'oidc_no_account',
        reason: 'subject_changed',
      },
    ])
  })

  it('is a problem for a program that asks for one', async () => {
    const { app } = open({ outcome: refused })
    for (const type of ['application/json', 'application/problem+json']) {
      const answer = await request(app).get(`${callback}?code=c`).set('Accept', type).expect(404)
      expect(answer.type).toBe('application/problem+json')
      expect(answer.headers.location).toBeUndefined()
      expect(answer.body).toMatchObject({ code: 'oidc_no_account', request_id: 'request-1' })
      expect(JSON.stringify(answer.body)).not.toContain('subject_changed')
    }
  })

  it.each(['text/html,application/xhtml+xml,*/*;q=0.8', '*/*', 'image/png'])(
    'is a redirect for everybody else: %s',
    async (accept) => {
      const { app } = open({ outcome: refused })
      await request(app).get(`${callback}?code=c`).set('Accept', accept).expect(303)
    },
  )

  it.each([
    ['upstream_unavailable', new PortError('oidc_provider', 'unavailable', new Error('down'))],
    ['credential_store_unavailable', new PortError('credential_store', 'timeout')],
    ['overloaded', new PortError('store', 'unavailable')],
    ['internal_error', new TypeError('a fault')],
  ])(
    'ends at the sign-in page with %s when something fails, which is logged',
    async (code, error) => {
      const { app, lines } = open({ outcome: error })
      const answer = await request(app).get(`${callback}?code=secret-code&state=s`).expect(303)
      expect(answer.headers.location).toBe(`${login}&error=${code}`)
      expect(lines).toMatchObject([{ level: 50, request_id: 'request-1', code }])
      expect(JSON.stringify(lines)).not.toContain('secret-code')
    },
  )

  it('tells when to come back', async () => {
    const outcome = { kind: 'refused', refusal: 'rate_limited', retryAfter: 17 } as const
    const { app } = open({ outcome })
    const answer = await request(app).get(callback).expect(303)
    expect(answer.headers['retry-after']).toBe('17')
    expect(answer.headers.location).toBe(`${login}&error=rate_limited`)
  })

  it('T-47: repeats nothing of what it was called with', async () => {
    const { app, lines } = open({ outcome: refused })
    const poison = '%3Cscript%3E%0d%0aSet-Cookie:%20a=b'
    const answer = await request(app).get(
      `${callback}?error=${poison}&error_description=${poison}&state=${poison}&return_to=//evil`,
    )
    expect(answer.headers.location).toBe(`${login}&error=oidc_no_account`)
    expect(JSON.stringify([answer.headers, answer.text, lines])).not.toMatch(/script|evil|a=b/)
  })
})

describe('the routes', () => {
  it('are there for providers that are on, and exactly spelt', async () => {
    const { app } = open()
    for (const path of [
      '/api/auth/oidc/provider_b',
      '/api/auth/oidc/provider_b/callback',
      '/api/auth/oidc',
      '/api/auth/oidc/PROVIDER_A',
      `${start}/`,
      `${callback}/`,
      '/api/auth/oidc/__proto__',
    ]) {
      await request(app).get(path).expect(404)
    }
  })

  it.each(['head', 'post', 'put', 'delete'] as const)('take no %s', async (method) => {
    const { app, commands } = open()
    for (const path of [start, `${callback}?code=c`]) {
      const answer = await request(app)[method](path).expect(405)
      expect(answer.headers.allow).toBe('GET')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(commands).toEqual([])
  })
})

interface RouterSetup {
  readonly outcome?: Awaited<ReturnType<Finish>> | Error
  readonly secure?: boolean
}

const sealer = createTestSealer()

function open({ outcome = refused, secure = true }: RouterSetup = {}) {
  const commands: FinishCommand[] = []
  const { log, lines } = createRecordingLog()
  let started = 0
  const auth: Pick<Auth, 'startOidcLogin' | 'finishOidcLogin'> = {
    async startOidcLogin({ provider }) {
      started += 1
      const state = `state-${started}-long-enough-to-be-one`
      const attempt: OidcAttempt = {
        provider,
        transaction: { state, nonce: 'nonce', codeVerifier: 'verifier' },
        expiresAt: new Date('2030-01-01T00:10:00Z'),
      }
      const redirectTo = `https://provider.example/authorize?state=${state}`
      return { kind: 'oidc_started', redirectTo, attempt }
    },
    async finishOidcLogin(command) {
      commands.push(command)
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  }
  const fail = () => Promise.reject(new Error('no other use case is asked'))
  const others = Object.fromEntries(
    [...Object.keys(operations), 'exportAudit'].map((name) => [name, fail]),
  ) as unknown as Pick<Auth, OperationName | 'exportAudit'>
  const routes = createRoutes({
    auth: { ...others, ...auth },
    edition: '1.2.0',
    answersBackends: false,
    publicBaseUrl: '',
    problemBase: '',
    maxBodyBytes: 1024,
    oidc: {
      providers: ['provider_a'],
      attempts: createAttemptCookies({ sealer, secure }),
      pages: {
        dashboardUrl: 'https://app.example/',
        workspacePickerUrl: 'https://app.example/pick?a=b',
        loginUrl: login,
      },
    },
    log,
  })
  const factsOf = () => ({ address: '192.0.2.1', from })
  const handler = createNodeHandler(routes, { factsOf, prefix: '/api/auth', problemBase: '' })
  const app: Listener = (incoming, response) => void handler(incoming, response)
  return { app, commands, lines }
}

function cookiesOf(answer: request.Response): string[] {
  // supertest has the fields of this name as a list, which its types do not know.
  return (answer.headers['set-cookie'] as unknown as string[] | undefined) ?? []
}

function pairOf(setCookie: string): string {
  return setCookie.split(';')[0] ?? ''
}

/** What a browser has after an answer. */
function keep(jar: readonly string[], setCookies: readonly string[]): string[] {
  const gone = setCookies.filter((each) => each.includes('Max-Age=0')).map(nameOf)
  const made = setCookies.filter((each) => !each.includes('Max-Age=0')).map(pairOf)
  return [...jar.filter((pair) => !gone.includes(nameOf(pair))), ...made]
}

function nameOf(cookie: string): string {
  return cookie.split('=')[0] ?? ''
}

function openCookie(pair: string): unknown {
  return JSON.parse(sealer.open(pair.slice(pair.indexOf('=') + 1), 'oidc attempt'))
}
