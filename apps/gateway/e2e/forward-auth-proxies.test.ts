/** Proxies of others that carry requests themselves, by the very files of `docs/deploy/forward-auth`. */
import { once } from 'node:events'
import { nextMessage } from '@gatehouse/proxy/testing'
import { freePort } from '@gatehouse/test-services'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import { enter, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import { askProxy, proxiedHost } from './support/proxies/ask-proxy.ts'
import { type ProxiedBackend, startProxiedBackend } from './support/proxies/proxied-backend.ts'
import { proxyKinds } from './support/proxies/proxies.ts'
import { type RunningProxy, startProxy } from './support/proxies/start-proxy.ts'

const origin = `https://${proxiedHost}`

let backend: ProxiedBackend
let environment: TestEnvironment
let token: string
let pageToken: string
let userId: string

beforeAll(async () => {
  backend = await startProxiedBackend()
  environment = await openTestEnvironment({
    ...unlimited,
    PUBLIC_BASE_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    MACHINE_BACKEND_URL: `http://127.0.0.1:${backend.port}`,
  })
  const someone = await signUp(environment.api)
  const entered = await enter(environment.api, someone)
  token = entered.token
  userId = entered.user.id
  pageToken = (await enter(environment.api, someone, 'ui')).token
})

beforeEach(() => void backend.seen.splice(0))

afterAll(async () => {
  await environment.close()
  await backend.close()
})

const serversNow = () => ({ gateway: environment.gateway().port, backend: backend.port })
const bearerNow = () => ['Authorization', `Bearer ${token}`]

describe.each(proxyKinds.map((kind) => ({ name: kind.name, kind })))('$name', ({ kind }) => {
  let proxy: RunningProxy
  /** The same without the part that sends terminals to the gateway. */
  let carrier: RunningProxy

  beforeAll(async () => {
    proxy = await startProxy(kind, { servers: serversNow() })
    carrier = await startProxy(kind, { servers: serversNow(), carriesTerminals: true })
  })

  afterAll(async () => {
    await proxy.close()
    await carrier.close()
  })

  it('carries what has a token, and tells the backend who asks as the gateway does', async () => {
    const asked = {
      method: 'POST',
      path: '/api/machines?x=%2Fy&z',
      headers: bearerNow(),
      body: 'on',
    }
    expect(await askProxy(proxy.port, asked)).toMatchObject({ status: 200, body: 'machines' })
    expect(await askProxy(environment.gateway().port, asked)).toMatchObject({ status: 200 })
    const [carried, own] = backend.seen
    expect(carried).toMatchObject({ method: 'POST', url: '/api/machines?x=%2Fy&z', body: 'on' })
    expect(identityOf(carried?.rawHeaders)).toEqual(identityOf(own?.rawHeaders))
    expect(identityOf(carried?.rawHeaders)).toMatchObject({ 'x-gatehouse-user-id': userId })
  })

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('carries %s', async (method) => {
    const asked = { method, path: '/api/machines', headers: bearerNow() }
    expect((await askProxy(proxy.port, asked)).status).toBe(200)
    expect(backend.seen).toMatchObject([{ method, url: '/api/machines' }])
  })

  it.each([
    ['no token', [], 'token_missing', 'Bearer realm="gatehouse"'],
    [
      ...['a bad one', ['Authorization', 'Bearer bad'], 'token_invalid'],
      'Bearer realm="gatehouse", error="invalid_token"',
    ],
  ] as const)('answers with the problem of the gateway: %s', async (_what, headers, ...rest) => {
    const [code, challenge] = rest
    for (const method of ['GET', 'POST']) {
      const answer = await askProxy(proxy.port, { method, path: '/api/machines', headers })
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([401, code])
      expect(answer.headers['content-type']).toBe('application/problem+json')
      expect(answer.headers['www-authenticate']).toBe(challenge)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    const head = await askProxy(proxy.port, { method: 'HEAD', path: '/api/machines', headers })
    expect([head.status, head.body]).toEqual([401, ''])
    expect(backend.seen).toEqual([])
  })

  it('T-74: takes no token from the query of what is no terminal', async () => {
    const answer = await askProxy(carrier.port, { path: `/api/machines?token=${token}` })
    expect(answer.status).toBe(401)
    expect(backend.seen).toEqual([])
  })

  it('T-65: lets no client say who it is', async () => {
    const names = [
      ...['X-Gatehouse-Role', 'x-gatehouse-role', 'X-GATEHOUSE-GROUPS', 'X-Gatehouse-New'],
      ...['X_Gatehouse_Role', 'X-Gatehouse_Groups', 'X.Gatehouse.Role'],
    ]
    for (const name of names) {
      const headers = [...bearerNow(), name, 'super_admin', name, 'super_admin']
      await askProxy(proxy.port, { path: '/api/machines', headers })
    }
    const told = backend.seen.flatMap(({ rawHeaders }) => rawHeaders)
    expect(told.filter((each) => each.includes('super_admin'))).toEqual([])
  })

  it('T-109: asks about what it carries, whatever the client says of it', async () => {
    const harmless = [
      ...['X-Forwarded-Uri', '/api/machines', 'X-Forwarded-Method', 'GET'],
      ...['X-Original-URI', '/api/machines', 'X-Original-URL', `${origin}/api/machines`],
      ...['X-Forwarded-Host', proxiedHost, 'X-Forwarded-For', '192.0.2.1'],
    ]
    for (const path of ['/api/machines%2f..%2fauth', '/api/machines%00', '/api/%252e%252e/x']) {
      await askProxy(proxy.port, { path, headers: [...bearerNow(), ...harmless] })
    }
    await askProxy(carrier.port, {
      path: `/api/machines?token=${token}`,
      headers: ['X-Forwarded-Uri', '/api/terminal/a/ws', 'X-Original-URI', '/api/terminal/a/ws'],
    })
    expect(backend.seen).toEqual([])
  })

  it('T-109: carries none of the auth routes, and nothing that could be read as two', async () => {
    const hostile = [
      ...['//api/machines', '/api//machines', '/api/auth/../machines', '/api/machines/..;/x'],
      ...['/api/auth/..%2fmachines', '/api/%2e%2e/api/machines', '/api/machines%2f..%2fauth'],
      ...['/api/machines%5c..', '/api/machines%00', '/api/./machines', '/api/%61uth/login'],
      ...[
        '/api/auth/login',
        '/api/auth/verify',
        '/api/auth/verify/api/machines',
        '/API/AUTH/login',
      ],
    ]
    for (const path of hostile) await askProxy(proxy.port, { path, headers: bearerNow() })
    const carried = backend.seen.map(({ url }) => url)
    // What a proxy has put right before it asks is one thing to all.
    expect(carried.filter((url) => !/^\/api\/(?:machines)?$/.test(url))).toEqual([])
  })

  it('T-109: asks for no other host', async () => {
    for (const host of ['evil.example', `${proxiedHost}.evil`, `evil@${proxiedHost}`]) {
      await askProxy(proxy.port, { path: '/api/machines', headers: [...bearerNow(), 'Host', host] })
    }
    expect(backend.seen).toEqual([])
  })

  it('leaves signing in, the pages and terminals to the gateway', async () => {
    const login = await askProxy(proxy.port, {
      method: 'POST',
      path: '/api/auth/login',
      headers: ['Content-Type', 'application/json'],
      body: JSON.stringify({ email: 'nobody@example.com', password: 'x' }),
    })
    expect(JSON.parse(login.body)).toMatchObject({ code: 'invalid_credentials' })
    expect((await askProxy(proxy.port, { path: '/login' })).status).toBe(200)
    await echo(proxy, `?token=${token}`)
    // The gateway hands the token on in a header, and so it was the one that carried this.
    expect(backend.seen).toMatchObject([{ headers: { authorization: `Bearer ${token}` } }])
  })

  it('T-75: opens a terminal with the token in the address, which the backend does not see', async () => {
    await echo(carrier, `?columns=80&token=${token}&rows=24`)
    expect(backend.seen).toHaveLength(1)
    const [{ url = '', headers, rawHeaders } = {}] = backend.seen
    expect(headers?.authorization).toBeUndefined()
    expect(identityOf(rawHeaders)).toMatchObject({ 'x-gatehouse-user-id': userId })
    // Traefik cannot change a query.
    const expected = kind.name === 'traefik' ? /&token=/ : /^[^?]*\?columns=80&rows=24$/
    expect(url).toMatch(expected)
  })

  it('T-76: opens a terminal for no page of elsewhere, and a token of a page for none without', async () => {
    const refused = await Promise.all([
      refusal(carrier, `?token=${token}`, { origin: 'https://evil.example' }),
      refusal(carrier, `?token=${pageToken}`),
      refusal(carrier, '?token=bad'),
      refusal(carrier, ''),
    ])
    expect(refused).toEqual([403, 403, 401, 401])
    expect(backend.seen).toEqual([])
    await echo(carrier, `?token=${pageToken}`, { origin })
  })

  it('T-75: leaves no token in the log of the gateway, nor in its own', async () => {
    await echo(carrier, `?token=${token}`)
    const logs = [...environment.gateway().output, await proxy.logs(), await carrier.logs()].join(
      '',
    )
    expect(logs).not.toContain(token)
  })
})

it.each(proxyKinds.map((kind) => ({ name: kind.name, kind })))(
  '$name carries nothing while no gateway answers',
  async ({ kind }) => {
    const servers = { gateway: await freePort(), backend: backend.port }
    const proxy = await startProxy(kind, { servers, hasGateway: false })
    try {
      const answer = await askProxy(proxy.port, { path: '/api/machines', headers: bearerNow() })
      expect(answer.status).toBeGreaterThanOrEqual(403)
      expect(backend.seen).toEqual([])
    } finally {
      await proxy.close()
    }
  },
)

function identityOf(rawHeaders: readonly string[] = []): Readonly<Record<string, string>> {
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && /^x-gatehouse-/i.test(name)
      ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const]
      : [],
  )
  // nginx hands no empty field on.
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

function terminal(
  { port }: RunningProxy,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): WebSocket {
  const url = `ws://127.0.0.1:${port}/api/terminal/demo/ws${query}`
  return new WebSocket(url, { headers: { Host: proxiedHost, ...headers } })
}

async function echo(...asked: Parameters<typeof terminal>): Promise<void> {
  const socket = terminal(...asked)
  await once(socket, 'open')
  socket.send('ls')
  expect(await nextMessage(socket)).toBe('ls')
  socket.terminate()
}

async function refusal(...asked: Parameters<typeof terminal>): Promise<number> {
  const socket = terminal(...asked)
  socket.on('error', () => undefined)
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { readonly statusCode: number; resume(): void },
  ]
  response.resume()
  socket.terminate()
  return response.statusCode
}
