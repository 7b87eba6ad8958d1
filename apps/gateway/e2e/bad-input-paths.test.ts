/** T-60, T-64, T-71, T-73: addresses and methods that are nearly right. */

import { exchange, parseAnswer } from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { publicBaseUrl } from '../testing/gateway-process.ts'
import { bearer, enter, person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import { introspectionSecret } from './support/introspecting.ts'
import { readProblem } from './support/problems.ts'
import { createRawApi, type RawApi } from './support/raw-api.ts'
import { type DocumentedRoute, documentedRoutes } from './support/routes.ts'

let environment: TestEnvironment
let raw: RawApi
let routes: readonly DocumentedRoute[]
let token: string

beforeAll(async () => {
  environment = await openTestEnvironment({
    ...unlimited,
    INTROSPECTION_SECRET: introspectionSecret,
  })
  raw = createRawApi(() => environment.gateway().port)
  routes = await documentedRoutes(environment)
  token = (await enter(environment.api, await signUp(environment.api))).token
})

afterAll(async () => {
  raw.close()
  await environment.close()
})

describe('an auth route by another spelling', () => {
  const spellings: Readonly<Record<string, (path: string) => string>> = {
    'a slash at the end': (path) => `${path}/`,
    'two slashes inside': (path) => path.replace('/auth/', '/auth//'),
    'two slashes in front': (path) => `/${path}`,
    'two slashes at the end': (path) => `${path}//`,
    capitals: (path) => path.toUpperCase(),
    'a capital in the last segment': (path) =>
      path.replace(/[a-z](?=[a-z-]*$)/, (letter) => letter.toUpperCase()),
    'a capital in api': (path) => path.replace('/api', '/Api'),
    'a capital in auth': (path) => path.replace('/auth', '/aUth'),
    'an encoded letter': (path) =>
      path.replace(/[a-z](?=[a-z-]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    'an encoded letter of auth': (path) => path.replace('/auth', '/%61uth'),
    'an encoded slash': (path) => path.replace('/auth/', '/auth%2f'),
    'a twice encoded slash': (path) => path.replace('/auth/', '/auth%252f'),
    'a dot segment': (path) => path.replace('/auth/', '/auth/./'),
    'two dot segments': (path) => path.replace('/auth/', '/auth/x/../'),
    'encoded dots': (path) => path.replace('/auth/', '/auth/x/%2e%2e/'),
    'a backslash': (path) => path.replace('/auth/', '/auth\\'),
    'a parameter': (path) => `${path};x=1`,
    'a parameter inside': (path) => path.replace('/auth/', '/auth;x/'),
    'an extension': (path) => `${path}.json`,
    'a null byte': (path) => `${path}%00`,
    'a line feed': (path) => `${path}%0a`,
    'a space at the end': (path) => `${path}%20`,
    'a soft hyphen': (path) => `${path}%c2%ad`,
    'a segment more': (path) => `${path}/x`,
    'a fragment': (path) => `${path}#x`,
    'another host in front': (path) => `http://evil.example${path}`,
  }

  /** A segment more may be the parameter of another route. */
  const isRoute = (spelt: string) =>
    routes.some(({ isOpenEnded, path }) => isOpenEnded && path.replace(/nowhere$/, 'x') === spelt)

  it.each(Object.entries(spellings))('is no auth route: %s', async (_, spell) => {
    const body = JSON.stringify(person())
    const headers = { 'content-type': 'application/json', ...bearer(token) }
    for (const { method, path } of routes.filter(({ isOpenEnded }) => !isOpenEnded)) {
      const spelt = spell(path)
      // What stands for a parameter may be anything.
      if (routes.some(({ isOpenEnded, pattern }) => isOpenEnded && pattern.test(spelt))) continue
      if (isRoute(spelt)) continue
      const { status, code } = readProblem(await raw.send({ method, path: spelt, headers, body }))
      const expected = ['400 malformed_request', '404 not_found']
      expect(expected.map((each) => `${spelt} ${each}`)).toContain(`${spelt} ${status} ${code}`)
    }
  })

  it('does no work and spends no limit', async () => {
    const someone = person()
    for (const path of ['/api/auth/signup/', '/api/auth//signup', '/api/auth/SIGNUP']) {
      await raw.postBytes(path, JSON.stringify(someone))
    }
    expect((await environment.api.post('/api/auth/signup', someone)).status).toBe(201)
  })

  it('may have a query, which changes nothing', async () => {
    const someone = await signUp(environment.api)
    const { email, password } = someone
    const answer = await environment.api.post('/api/auth/login?email=eve@example.com&x', {
      email,
      password,
    })
    expect([answer.status, answer.body.user.username]).toEqual([200, someone.username])
  })
})

describe('a method that a route does not have', () => {
  it('is answered 405 with those that it has', async () => {
    const paths = new Set(routes.map(({ path }) => path))
    for (const path of paths) {
      const has = routes.filter((route) => route.path === path).map(({ method }) => method)
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].filter(
        (method) => !has.includes(method),
      )
      for (const method of others) {
        const answer = await raw.send({ method, path, headers: bearer(token) })
        expect([method, path, readProblem(answer)]).toEqual([method, path, notAllowed])
        expect(answer.headers.get('allow')?.split(', ')).toEqual(has)
      }
    }
  })

  it('is not reached by HEAD, whose answer has no body', async () => {
    const readable = new Set(
      routes.filter(({ method }) => method === 'GET').map(({ path }) => path),
    )
    const written = new Set(routes.map(({ path }) => path).filter((path) => !readable.has(path)))
    for (const path of written) {
      const has = routes.filter((route) => route.path === path).map(({ method }) => method)
      const answer = await raw.send({ method: 'HEAD', path })
      expect([path, answer.status, answer.headers.get('allow'), answer.body]).toEqual([
        path,
        405,
        has.join(', '),
        '',
      ])
    }
  })

  it('is not reached by a header or a parameter that names another one (T-71)', async () => {
    const override = {
      'x-http-method-override': 'POST',
      'x-http-method': 'POST',
      'x-method-override': 'POST',
    }
    const answer = await raw.send({
      method: 'GET',
      path: '/api/auth/login?_method=POST',
      headers: override,
    })
    expect(readProblem(answer)).toEqual(notAllowed)
  })

  const notAllowed = { status: 405, code: 'method_not_allowed', fields: [] }
})

describe('an address that is none', () => {
  it.each([
    '/%',
    '/%zz',
    '/%e0%a4',
    '/%ff',
    '/%c0%af',
    '/%ed%a0%80',
    '/api/auth/%',
    '/api/auth/login%',
    '/api/auth/%ff',
    '/api/machines/%e0%a4',
    '/api/machines/%',
    '/docs/%',
    '/docs/%ff',
    '/pages/%e0%a4%a',
    '/api/auth/login?x=%',
    '/api/auth/login?%zz=1',
    '/api/terminal/%ff/ws?token=x',
    '/api/terminal/a/ws?token=%zz',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '/pages/../index.html',
    '/docs/%00',
  ])('is malformed: %s', async (path) => {
    const answer = await raw.send({ method: 'GET', path, headers: bearer(token) })
    expect(readProblem(answer)).toEqual({ status: 400, code: 'malformed_request', fields: [] })
  })

  it.each([
    ['bytes of UTF-8', '/api/auth/logi\xc3\xb1'],
    ['a byte of Latin-1', '/api/auth/\xe9'],
    ['a control character', '/api/auth/\x9b31m'],
    ['a separator of lines', '/\xe2\x80\xa8'],
  ])('is malformed: %s', async (_, path) => {
    const text = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    const answer = parseAnswer(await exchange(environment.gateway().port, text))
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'malformed_request'])
  })

  it.each([
    '/nowhere',
    '/api',
    '/api/auth',
    '/api/auth/',
    '/api/auth/nowhere',
    '/api/auth/oidc/provider_c',
    '/api/auth/__proto__',
    '/api/auth/constructor',
    '/api/auth/login/__proto__',
    '/docs/nowhere',
    '/pages/nowhere.js',
    '/pages/',
    '/healthz/',
    '/Healthz',
    '/readyz/x',
    '/openapi.json/',
    '/.env',
    '/.git/config',
    '/favicon.ico/x',
    '/docs/package.json/x',
  ])('leads nowhere: %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await raw.send({ method, path, headers: bearer(token) })
      expect([method, readProblem(answer)]).toEqual([
        method,
        { status: 404, code: 'not_found', fields: [] },
      ])
    }
  })

  it('leads to the backend only with a token', async () => {
    for (const path of ['/api/nowhere', '/api/authx/login', '/api/auth-login']) {
      const answer = await raw.send({ path })
      expect([path, readProblem(answer)]).toEqual([
        path,
        { status: 401, code: 'token_missing', fields: [] },
      ])
    }
  })
})

describe('header fields', () => {
  const login = JSON.stringify({ email: 'nobody@example.com', password: 'x' })
  const hostile = [
    '\x80\x9b31m',
    '"}\t{',
    '../../etc/passwd',
    "' OR 1=1 --",
    '%0d%0aX: y',
    'x'.repeat(8000),
  ]

  it.each(hostile)('may say anything where they decide nothing: %j', async (value) => {
    for (const name of [
      'user-agent',
      'accept',
      'cookie',
      'referer',
      'x-request-id',
      'x-forwarded-for',
    ]) {
      const headers = { 'content-type': 'application/json', [name]: value }
      const answer = await raw.send({ path: '/api/auth/login', headers, body: login })
      expect([name, readProblem(answer).code]).toEqual([name, 'invalid_credentials'])
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('T-51: name no host in a mail', async () => {
    const someone = person()
    const poison = {
      ...{
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
      },
      ...{
        forwarded: 'host=evil.example',
        origin: 'https://evil.example',
        'x-host': 'evil.example',
      },
    }
    const headers = { 'content-type': 'application/json', ...poison }
    const post = (path: string, body: object) =>
      raw.send({ path, headers, body: JSON.stringify(body) })
    expect((await post('/api/auth/signup', someone)).status).toBe(201)
    expect((await post('/api/auth/forgot-password', { email: someone.email })).status).toBe(200)
    for (const subject of [/confirm/i, /password/i]) {
      const { html, text } = await environment.mail.waitFor(someone.email, subject)
      expect(html + text).not.toMatch(/evil|gopher/)
      expect(text).toContain(`${publicBaseUrl}/`)
    }
  })

  it('leave the next request as it was', async () => {
    const someone = await signUp(environment.api)
    const body = await enter(environment.api, someone)
    expect(body.user.username).toBe(someone.username)
  })
})

it('sends none of all this to the backend', () => {
  expect(environment.backend.requests).toEqual([])
})
