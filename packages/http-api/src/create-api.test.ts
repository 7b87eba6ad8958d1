import { type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAuth, defaultSettings, type Requester } from '@gatehouse/auth-core'
import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import { describe, expect, it } from '@jest/globals'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { type Listener, listen } from '../test-support/listen.ts'
import { createRecordingLog } from '../test-support/recording-log.ts'
import { type ApiOptions, createApi } from './create-api.ts'

const ada = { email: 'ada@example.com', password: 'lovelace-1843' }
const jsonType = { 'content-type': 'application/json' }

describe('the routes in another service', () => {
  it.each([
    ['before a body parser', []],
    ['behind a parser of JSON', [express.json()]],
    ['behind a parser of bytes', [express.raw({ type: () => true })]],
    ['behind a parser of text', [express.text({ type: () => true })]],
    ['behind what sets an encoding', [setEncoding]],
  ])('are below a prefix of Express, %s', async (_, parsers) => {
    const { api } = await open()
    const app = express()
    for (const parser of parsers) app.use(parser)
    app.use('/identity', api.node)
    await expectRoutes((path, init) => askOf(app)(`/identity${path}`, init))
  })

  it('are below a prefix of node:http that they are told', async () => {
    const { api } = await open({ prefix: '/identity' })
    const ask = askOf(api.node)
    await expectRoutes((path, init) => ask(`/identity${path}`, init))
    for (const path of ['/login', '/identity', '/identitylogin', '/identity/nothing']) {
      const answer = await ask(path, logIn)
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found'])
    }
  })

  it('are below a prefix of Fastify, with the body that it has read', async () => {
    const { api } = await open({ prefix: '/identity' })
    const app = fastify()
    app.all('/identity/*', (request, reply) => {
      reply.hijack()
      return api.node(Object.assign(request.raw, { body: request.body }), reply.raw)
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    try {
      await expectRoutes((path, init) => fetch(`http://127.0.0.1:${port}/identity${path}`, init))
    } finally {
      await app.close()
    }
  })

  it('are mounted in Hono', async () => {
    const { api } = await open()
    const app = new Hono()
    app.mount('/identity', (request) => api.fetch(request, { address: '192.0.2.1' }))
    await expectRoutes(async (path, init) => app.request(`/identity${path}`, init))
  })

  it('are below a prefix of the Fetch standard that they are told', async () => {
    const { api } = await open({ prefix: '/identity' })
    const ask = (path: string, init?: RequestInit) =>
      api.fetch(new Request(`http://a${path}`, init))
    await expectRoutes((path, init) => ask(`/identity${path}`, init))
    expect((await ask('/login', logIn)).status).toBe(404)
  })

  it('leave every other address to the service', async () => {
    const { api } = await open()
    const app = express()
    app.use('/identity', api.node)
    app.use((request, response) => void response.send(`ours: ${request.url}`))
    for (const path of ['/identity/nothing', '/identity', '/orders']) {
      expect(await (await askOf(app)(path)).text()).toBe(`ours: ${path}`)
    }
  })

  it('have none for a kept session while the public address is not told', async () => {
    const statusOf = async (options: Partial<ApiOptions>) => {
      const { api } = await open(options)
      return (await askOf(api.node)('/kept-session/resume', { method: 'POST' })).status
    }
    expect(await statusOf({})).toBe(404)
    expect(await statusOf({ publicBaseUrl: 'https://shop.example' })).toBe(403)
  })
})

describe('what is sent', () => {
  it.each([
    ['nothing', {}, ['email', 'password']],
    ['another type', { email: 1, password: [] }, ['email', 'password']],
    ['an object', { email: { $ne: '' }, password: 'p' }, ['email']],
    ['more than is known', { ...ada, admin: true }, ['admin']],
    ['a list', [], ['']],
  ])('is 400 and named when it is %s, parsed by the service or not', async (_, body, fields) => {
    const { api } = await open()
    const parsing = express().use(express.json()).use('/', api.node)
    for (const app of [api.node, parsing]) {
      const answer = await askOf(app)('/login', { ...logIn, body: JSON.stringify(body) })
      const { code, errors } = (await answer.json()) as Problem
      expect([answer.status, code]).toEqual([400, 'validation_failed'])
      expect(errors?.map(({ field }) => field)).toEqual(fields)
    }
  })

  it('is no form where it has to be JSON, though the service has parsed it', async () => {
    const { api } = await open()
    const app = express().use(express.urlencoded()).use('/', api.node)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await askOf(app)('/login', {
      method: 'POST',
      headers,
      body: 'email=a&password=b',
    })
    expect([answer.status, await codeOf(answer)]).toEqual([415, 'unsupported_media_type'])
  })

  it.each([
    ['token=none', 200, undefined],
    ['token=a&token=b', 400, 'repeated'],
    ['token[a]=b', 400, 'unknown'],
    ['', 400, 'required'],
  ])('as a form may have been parsed by the service: %j is %i', async (body, status, rule) => {
    const { api } = await open({ answersBackends: true })
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Bearer ${backendSecret}`,
    }
    const app = express()
      .use(express.urlencoded({ extended: true }))
      .use('/', api.node)
    for (const each of [app, api.node]) {
      const answer = await askOf(each)('/introspect', { method: 'POST', headers, body })
      const { errors } = (await answer.json()) as Problem
      expect(answer.status).toBe(status)
      if (body !== 'token[a]=b') expect(errors?.[0]?.rule).toBe(rule)
    }
  })

  it('under the Fetch standard is bounded, and not compressed', async () => {
    const { api } = await open({ maxBodyBytes: 100 })
    const post = (body: string | ReadableStream, more = {}) =>
      api.fetch(
        new Request('http://a/login', {
          ...logIn,
          headers: { ...jsonType, ...more },
          body,
          ...duplex,
        }),
      )
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(60)),
    })
    expect(await codeOf(await post(endless))).toBe('body_too_large')
    expect(await codeOf(await post('{}', { 'content-length': '101' }))).toBe('body_too_large')
    expect(await codeOf(await post('{}', { 'content-encoding': 'gzip' }))).toBe(
      'unsupported_media_type',
    )
    expect(await codeOf(await post('{'))).toBe('malformed_json')
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    expect(await codeOf(await post(broken))).toBe('malformed_request')
  })

  it('and was read before under the Fetch standard is a fault of the service, which is logged', async () => {
    const { log, lines } = createRecordingLog()
    const { api } = await open({ log })
    const request = new Request('http://a/login', { ...logIn, body: JSON.stringify(ada) })
    await request.text()
    expect((await api.fetch(request)).status).toBe(500)
    expect(lines).toMatchObject([{ level: 50, code: 'internal_error', err: expect.any(TypeError) }])
  })
})

describe('an answer under the Fetch standard', () => {
  it('is streamed, a part at a time, where it is long', async () => {
    const { api, token } = await open()
    const headers = { accept: 'application/jsonl', authorization: `Bearer ${token}` }
    const answer = await api.fetch(new Request('http://a/audit', { headers }))
    expect([answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
      'application/jsonl',
      'Accept',
    ])
    const kinds = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind)
    expect(kinds).toContain('signed_up')
  })

  it('has no body for HEAD, and none for OPTIONS', async () => {
    const { api, token } = await open()
    const headers = { authorization: `Bearer ${token}` }
    for (const [method, status] of [
      ['HEAD', 200],
      ['OPTIONS', 204],
    ] as const) {
      const answer = await api.fetch(new Request('http://a/me', { method, headers }))
      expect([answer.status, await answer.text()]).toEqual([status, ''])
    }
  })
})

describe('a route of the service', () => {
  it('behind requireAuth knows whose the token is', async () => {
    const { api, token } = await open()
    const app = express()
    app.get('/orders', api.requireAuth, (request, response) => {
      const claims = api.claimsOf(request)
      response.json([claims?.username, (request as { claims?: unknown }).claims === claims])
    })
    const answer = await askOf(app)('/orders', { headers: { authorization: `Bearer ${token}` } })
    expect(await answer.json()).toEqual(['ada', true])
  })

  it.each([
    ['no token', {}, 401, 'token_missing'],
    ['another scheme', { authorization: 'Basic YTpi' }, 401, 'token_missing'],
    ['a token that is none', { authorization: 'Bearer x' }, 401, 'token_invalid'],
  ])('behind requireAuth is not reached with %s', async (_, headers, ...[status, code]) => {
    const { api } = await open({ problemBase: 'https://shop.example' })
    const app = express().get(
      '/orders',
      api.requireAuth,
      (_request, response) => void response.end(),
    )
    const answer = await askOf(app)('/orders', { headers })
    const problem = (await answer.json()) as Problem
    expect([answer.status, problem.code]).toEqual([status, code])
    expect(problem.type).toBe(`https://shop.example/docs/errors#${code}`)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm=/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('T-74: behind requireAuth is not reached with two tokens', async () => {
    const { api, token } = await open()
    const url = await listen((request, response) =>
      api.requireAuth(request, response, () => response.end()),
    )
    const values = [`Bearer ${token}`, `Bearer ${token}`]
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      send(url, { headers: ['Host', 'a', ...values.flatMap((each) => ['Authorization', each])] })
        .on('error', reject)
        .on('response', resolve)
        .end()
    })
    expect(answer.resume().statusCode).toBe(400)
  })

  it('is told nothing of a token that has expired', async () => {
    const { api, token, ports } = await open()
    const request = { headers: { authorization: `Bearer ${token}` } }
    expect(api.claimsOf(request)?.username).toBe('ada')
    ports.clock.advance(365 * 24 * 3600)
    expect(api.claimsOf(request)).toBeNull()
    expect(api.claimsOf({ headers: {} })).toBeNull()
  })

  it('reads claims from any request with headers', async () => {
    const { api, token } = await open()
    const authorization = `bearer ${token}`
    for (const request of [
      new Request('http://a/', { headers: { authorization } }),
      { headers: new Headers({ authorization }) },
      { headers: {}, rawHeaders: ['Authorization', authorization] },
    ]) {
      expect(api.claimsOf(request)?.tenantId).toBe('engines')
    }
  })

  it('learns who asks by the same rules as the routes', async () => {
    const { api, ports } = await open({
      agents: { cli: ['shop-cli/'] },
      trustedProxies: ['127.0.0.1'],
      languageOf: (accepted) => accepted?.slice(0, 2),
    })
    const seen: unknown[] = []
    const headers = {
      'user-agent': 'shop-cli/1.0',
      'x-forwarded-for': '2001:db8:1:2::7',
      'accept-language': 'de-AT',
    }
    const known = { client: 'cli', network: '2001:db8:1:2::/64', language: 'de' }
    await askOf((request, response) => {
      seen.push(api.requester(request), api.requester(request))
      response.end()
    })('/', { headers })
    expect(seen[0]).toMatchObject({
      ...known,
      receivedAt: ports.clock.now(),
      signal: { aborted: expect.any(Boolean) },
    })
    expect(seen[1]).toBe(seen[0])
    const request = new Request('http://a/', { headers })
    expect(api.requester(request, { address: '127.0.0.1' })).toMatchObject(known)
    expect(api.requester(request)).toMatchObject({ client: 'cli', network: '' })
  })

  it('takes every client for a browser while no tool is named', async () => {
    const { api } = await open()
    const request = new Request('http://a/', { headers: { 'user-agent': 'gatehouse-cli/1.0' } })
    expect(api.requester(request).client).toBe('ui')
  })
})

const backendSecret = 'a-secret-of-a-backend-that-is-long-enough'
const logIn = { method: 'POST', headers: jsonType, body: JSON.stringify(ada) }
// A stream as a body has to be told; the types do not know the field.
const duplex = { duplex: 'half' } as object

interface Problem {
  readonly type: string
  readonly code: string
  readonly errors?: readonly { readonly field: string; readonly rule: string }[]
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as Problem).code
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Asks a server of its own for each request. */
function askOf(listener: Listener): Ask {
  return async (path, init) => fetch(`${await listen(listener)}${path}`, init)
}

/** Logs in, reads the account with and without the token, and meets two refusals. */
async function expectRoutes(ask: Ask): Promise<void> {
  const answer = await ask('/login', logIn)
  const { token } = (await answer.json()) as { readonly token: string }
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const me = await ask('/me', { headers: { authorization: `Bearer ${token}` } })
  expect(await me.json()).toMatchObject({ username: 'ada', tenant_id: 'engines' })
  expect(await codeOf(await ask('/me'))).toBe('token_missing')
  const changed = await ask('/me', {
    method: 'PATCH',
    headers: { ...jsonType, authorization: `Bearer ${token}` },
    body: JSON.stringify({ first_name: 7 }),
  })
  expect([changed.status, await codeOf(changed)]).toEqual([400, 'validation_failed'])
  const wrong = await ask('/login', { ...logIn, method: 'PUT' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
}

/** The API on the core in memory, with one account that is logged in. */
async function open(options: Partial<ApiOptions> = {}) {
  const ports = createMemoryPorts()
  const auth = createAuth(ports, {
    ...defaultSettings,
    otpDefault: false,
    introspectionSecret: backendSecret,
  })
  const now = () => ports.clock.now()
  const api = createApi({ auth, now, ...options })
  const from: Requester = {
    ...{ client: 'ui', network: '192.0.2.1', userAgent: '', requestId: 'r-1' },
    receivedAt: now(),
  }
  const names = { username: 'ada', firstName: 'Ada', lastName: 'Lovelace' }
  const organization = { organizationName: 'engines', companyName: 'Engines Ltd' }
  await auth.signUp({ ...ada, ...names, ...organization, from })
  const outcome = await auth.logIn({ ...ada, from })
  if (outcome.kind !== 'authenticated') throw new Error(outcome.kind)
  return { api, ports, token: outcome.token }
}

/** As old parsers of raw bodies do. */
function setEncoding(request: IncomingMessage, _: unknown, next: () => void): void {
  request.setEncoding('utf8')
  next()
}
