import { createServer } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import {
  afterTest,
  authenticate,
  exchange,
  listen,
  parseAnswer,
  startBackend,
} from '../testing/index.ts'
import { createAuthenticatingProxy } from './authenticating-proxy.ts'
import { createUndiciEngine } from './engines/undici-engine.ts'
import { problemRenderer } from './problem-renderer.ts'

const receivedAt = new Date('2030-01-01T00:00:00Z')

describe('a request with a valid token', () => {
  it.each(['/api/machines', '/', '/api/machines?x=%2e%2e/&token=cli', '/api/a.b', '//x/../y'])(
    'goes on exactly as it came, with what the token says: %s',
    async (target) => {
      const { ask, backend } = await start()
      const fields = `${bearer}X-Gatehouse-User-Id: forged\r\nAccept: x/y\r\n`
      expect(await ask(target, fields)).toMatchObject({ status: 200, body: 'ok' })
      expect(backend.requests).toHaveLength(1)
      expect(backend.requests[0]?.url).toBe(target)
      expect(backend.requests[0]?.headers).toMatchObject({
        accept: 'x/y',
        authorization: 'Bearer cli',
        'x-gatehouse-user-id': 'u-1',
        'x-gatehouse-source': 'cli',
        'x-forwarded-for': '192.0.2.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'id.example',
        'x-request-id': 'r-1',
      })
    },
  )

  it('may have no host in HTTP/1.0, and the backend is told of none', async () => {
    const { backend, port } = await start()
    const answer = await exchange(port, `GET /api/m HTTP/1.0\r\n${bearer}\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(backend.requests[0]?.headers).not.toHaveProperty('x-forwarded-host')
  })
})

describe('a request without one', () => {
  it.each([
    ['no token', '', 'token_missing', 'Bearer realm="gatehouse"'],
    ['another scheme', 'Authorization: Basic cli\r\n', 'token_missing', 'Bearer realm="gatehouse"'],
    [
      'a bad token',
      'Authorization: Bearer bad\r\n',
      'token_invalid',
      'Bearer realm="gatehouse", error="invalid_token"',
    ],
    [
      'an old one',
      'Authorization: Bearer expired\r\n',
      'token_expired',
      'Bearer realm="gatehouse", error="invalid_token"',
    ],
  ])('T-74: is rejected with %s, and never reaches the backend', async (_what, fields, ...rest) => {
    const [code, challenge] = rest
    const { ask, backend } = await start()
    const { status, head, body } = await ask('/api/machines?token=cli', fields)
    expect([status, JSON.parse(body).code]).toEqual([401, code])
    expect(head).toContain(`\r\nWWW-Authenticate: ${challenge}\r\n`)
    expect(head).toContain('\r\nX-Request-Id: r-1\r\n')
    expect(backend.accepted()).toBe(0)
  })

  it('T-74: is rejected with two, be they the same', async () => {
    const { ask, backend } = await start()
    const { status, body } = await ask('/api/machines', bearer + bearer)
    expect([status, JSON.parse(body).code]).toEqual([400, 'malformed_request'])
    expect(backend.accepted()).toBe(0)
  })

  it.each(['forbidden', 'rate_limited'] as const)(
    'is rejected as any other, whatever the reason: %s',
    async (refusal) => {
      const { ask } = await start(() => ({ kind: 'refused', refusal }))
      expect(JSON.parse((await ask('/api/machines', bearer)).body).code).toBe('token_invalid')
    },
  )
})

it('checks a token as of the moment its request came', async () => {
  const moments: Date[] = []
  const { ask } = await start((token, at) => {
    moments.push(at)
    return authenticate(token, at)
  })
  await ask('/api/machines', bearer)
  expect(moments).toEqual([receivedAt])
})

const bearer = 'Authorization: Bearer cli\r\n'

/** A backend behind a server that forwards everything, with `r-1` as every request's id. */
async function start(check = authenticate) {
  const backend = await startBackend()
  const engine = createUndiciEngine({
    backendUrl: backend.url,
    timeoutSeconds: 5,
    maxConnections: 8,
    renderer: problemRenderer,
    log: { info: () => undefined, warn: () => undefined },
  })
  afterTest(() => engine.close())
  const proxy = createAuthenticatingProxy({
    engine,
    authenticate: check,
    protocol: 'https',
    renderer: problemRenderer,
  })
  const server = createServer((request, response) => {
    const answerHeaders = ['X-Request-Id', 'r-1', 'Connection', 'close']
    const address = '192.0.2.1'
    const context = { address, network: address, receivedAt, requestId: 'r-1', answerHeaders }
    proxy.forward(request, response, context)
  })
  const { port } = await listen(server)
  const ask = async (target: string, fields: string) => {
    const text = `GET ${target} HTTP/1.1\r\nHost: id.example\r\n${fields}\r\n`
    const answer = await exchange(port, text)
    return parseAnswer(answer)
  }
  return { ask, backend, port }
}
