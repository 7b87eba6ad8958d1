import { createServer } from 'node:http'
import { createTrustedProxies } from '@gatehouse/auth-core/requests'
import { describe, expect, it } from '@jest/globals'
import { authenticate, exchange, listen, parseAnswer } from '../../testing/index.ts'
import { problemRenderer } from '../problem-renderer.ts'
import { type CheckedTarget, createForwardAuth } from './create-forward-auth.ts'

const receivedAt = new Date('2030-01-01T00:00:00Z')
const bearer = 'Authorization: Bearer cli\r\n'
const invalid = ', error="invalid_token"'

describe('a request that a trusted proxy asks about', () => {
  it.each(['GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND', 'M-SEARCH'])(
    'passes with a token: %s',
    async (method) => {
      const { ask } = await start()
      const { status, head, body } = await ask(handedOn({ method }) + bearer)
      expect([status, body]).toEqual([200, ''])
      expect(identityIn(head)).toEqual({
        'user-id': 'u-1',
        username: 'ada',
        email: 'ada@example.com',
        'tenant-id': 'acme',
        role: 'user',
        'machine-role': 'operator',
        groups: 'ops',
        source: 'cli',
      })
      expect(head).toMatch(/^Cache-Control: no-store\r$/m)
      expect(head).toMatch(/^X-Request-Id: r-1\r$/m)
    },
  )

  it.each([
    { what: 'no token', fields: '', expected: [401, 'token_missing'], error: '' },
    {
      what: 'another scheme',
      fields: 'Authorization: Basic eA==\r\n',
      expected: [401, 'token_missing'],
      error: '',
    },
    {
      what: 'a bad one',
      fields: 'Authorization: Bearer bad\r\n',
      expected: [401, 'token_invalid'],
      error: invalid,
    },
    {
      what: 'an old one',
      fields: 'Authorization: Bearer expired\r\n',
      expected: [401, 'token_expired'],
      error: invalid,
    },
  ])('does not pass with $what', async ({ fields, expected, error }) => {
    const { ask } = await start()
    const { status, head, body } = await ask(handedOn() + fields)
    expect([status, JSON.parse(body).code]).toEqual(expected)
    expect(head).toContain(`\r\nWWW-Authenticate: Bearer realm="gatehouse"${error}\r\n`)
    expect(head).toMatch(/^Cache-Control: no-store\r$/m)
    expect(identityIn(head)).toEqual({})
  })

  it.each([
    ['a token of no use', 'Authorization: Bearer unconfirmed\r\n', 'account_unconfirmed'],
    ['T-74: two tokens', bearer + bearer, 'request_refused'],
  ])('is 403 with %s, since another token would not help', async (_what, fields, code) => {
    const { ask } = await start()
    const answer = await ask(handedOn() + fields)
    expect([answer.status, codeOf(answer)]).toEqual([403, code])
    expect(answer.head).not.toMatch(/^WWW-Authenticate:/m)
  })

  it('is checked as of the moment it came', async () => {
    const moments: Date[] = []
    const { ask } = await start({
      authenticate: (token, at) => {
        moments.push(at)
        return authenticate(token, at)
      },
    })
    await ask(handedOn() + bearer)
    expect(moments).toEqual([receivedAt])
  })

  it.each(['', 'TRACE', 'CONNECT', 'get', 'GET, POST', 'GET /', 'X'.repeat(33)])(
    'T-71: does not pass with the method %j',
    async (method) => {
      const { ask } = await start()
      expect(codeOf(await ask(handedOn({ method }) + bearer))).toBe('request_refused')
    },
  )

  it.each(['a.example', 'A.Example', 'a.example:443', 'a.example:80', 'b.example:8443'])(
    'passes for a host that is known: %s',
    async (host) => {
      const { ask } = await start()
      expect((await ask(handedOn({ host }) + bearer)).status).toBe(200)
    },
  )

  it.each([
    ...['', 'evil.example', 'a.example.evil', 'a.example:8080', 'b.example', 'a.example, evil'],
    ...['a.example.', 'evil@a.example', 'a.example/'],
  ])('T-109: does not pass for any other: %j', async (host) => {
    const { ask } = await start()
    expect(codeOf(await ask(handedOn({ host }) + bearer))).toBe('request_refused')
  })

  it('T-109: does not pass where its target is refused, whatever token it has', async () => {
    const asked: unknown[] = []
    const { ask } = await start({
      readTarget: (...handed) => {
        asked.push(handed)
        return { kind: 'refused' }
      },
    })
    expect(codeOf(await ask(handedOn({ method: 'PUT', target: '//x?y' }) + bearer))).toBe(
      'request_refused',
    )
    expect(asked).toEqual([['//x?y', 'PUT']])
  })
})

describe('a terminal that a trusted proxy asks about', () => {
  const askWith = async (token: string | undefined, fields = '') => {
    const { ask } = await start({
      readTarget: () => ({ kind: 'terminal', ...(token !== undefined && { token }) }),
    })
    return ask(handedOn() + fields)
  }

  it('T-75: opens with the token in its query, or in the header', async () => {
    expect((await askWith('cli.u-2')).head).toContain('User-Id: u-2')
    expect((await askWith(undefined, bearer)).head).toContain('User-Id: u-1')
  })

  it.each([
    { what: 'T-74: with a token in both', token: 'cli', fields: bearer, code: 'request_refused' },
    { what: 'with a bad token', token: 'bad', fields: '', code: 'token_invalid' },
    { what: 'with an old one', token: 'expired', fields: '', code: 'token_expired' },
    { what: 'with an empty one', token: '', fields: '', code: 'token_missing' },
    {
      what: 'T-76: from a page of elsewhere',
      token: 'cli',
      fields: 'Origin: https://evil\r\n',
      code: 'origin_not_allowed',
    },
    {
      what: 'T-76: with the token of a page, from no page',
      token: 'ui',
      fields: '',
      code: 'origin_not_allowed',
    },
    {
      what: 'T-76: with two origins',
      token: 'ui',
      fields: 'Origin: https://a\r\nOrigin: https://a\r\n',
      code: 'request_refused',
    },
  ])('does not open $what', async ({ token, fields, code }) => {
    expect(codeOf(await askWith(token, fields))).toBe(code)
  })

  it('T-76: opens for a page of an origin that is allowed', async () => {
    expect((await askWith('ui', 'Origin: https://a\r\n')).status).toBe(200)
  })
})

describe('T-109: a trusted proxy that hands on too little, or too much', () => {
  it.each([
    ['nothing', ''],
    ['the host alone', 'X-Forwarded-Host: a.example\r\n'],
    ['no host', 'X-Forwarded-Method: GET\r\nX-Forwarded-Uri: /\r\n'],
    ['two targets', 'X-Forwarded-Uri: /\r\n', true],
    ['two methods', 'x-forwarded-method: GET\r\n', true],
  ])('lets nothing pass: %s', async (_what, fields, isAdded = false) => {
    const { ask } = await start()
    expect(codeOf(await ask((isAdded ? handedOn() : '') + fields + bearer))).toBe('request_refused')
  })
})

describe('a peer that is no trusted proxy', () => {
  it('learns whether its own token is good', async () => {
    const { ask } = await start({ trusted: [] })
    expect((await ask(bearer)).status).toBe(200)
    expect(codeOf(await ask(''))).toBe('token_missing')
    expect(codeOf(await ask('Authorization: Bearer expired\r\n'))).toBe('token_expired')
  })

  it('T-109: asks about no request of others', async () => {
    const { ask } = await start({ trusted: ['10.0.0.0/8'] })
    expect(codeOf(await ask(handedOn() + bearer))).toBe('request_refused')
    expect(codeOf(await ask(`X-Forwarded-Uri: /\r\n${bearer}`))).toBe('request_refused')
  })
})

describe('T-65: a client that says itself who it is', () => {
  it.each([
    ...['X-Gatehouse-Role', 'x-gatehouse-role', 'X_Gatehouse_Role', 'X-Gatehouse_Role'],
    ...['X.Gatehouse.Role', 'X-Gatehouse-New', 'XGatehouseRole', 'X--Gatehouse-Role'],
  ])('passes with no token: %s', async (name) => {
    for (const trusted of [[], ['127.0.0.1']]) {
      const { ask } = await start({ trusted })
      const asked = (trusted.length > 0 ? handedOn() : '') + bearer
      expect((await ask(asked)).status).toBe(200)
      expect(codeOf(await ask(`${asked}${name}: super_admin\r\n`))).toBe('request_refused')
    }
  })

  it('is told from one who sends it as a value', async () => {
    const { ask } = await start()
    expect((await ask(`${handedOn() + bearer}X-Note: X-Gatehouse-Role\r\n`)).status).toBe(200)
  })
})

it('answers HEAD as it answers GET, without a body', async () => {
  const { port } = await start()
  const asking = (fields: string) =>
    exchange(port, `HEAD /check HTTP/1.1\r\nHost: gate\r\n${handedOn()}${fields}\r\n`)
  expect(await asking(bearer)).toMatch(/^HTTP\/1\.1 200 [\s\S]*X-Gatehouse-User-Id: u-1\r\n/)
  expect(await asking('')).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\n\r\n$/)
})

function handedOn({ method = 'GET', host = 'a.example', target = '/api/machines' } = {}): string {
  const fields = { Method: method, Host: host, Uri: target }
  return Object.entries(fields)
    .map(([name, value]) => `X-Forwarded-${name}: ${value}\r\n`)
    .join('')
}

function codeOf({ body }: { readonly body: string }): string {
  return JSON.parse(body).code
}

function identityIn(head: string): Readonly<Record<string, string>> {
  const found = head.matchAll(/^X-Gatehouse-([\w-]+): (.*)\r$/gm)
  return Object.fromEntries(
    Array.from(found, ([, name = '', value = '']) => [name.toLowerCase(), value]),
  )
}

interface Changes {
  readonly trusted?: readonly string[]
  readonly authenticate?: typeof authenticate
  readonly readTarget?: (target: string, method: string) => CheckedTarget
}

/** A server that answers nothing but checks, for a proxy on this machine unless told. */
async function start({ trusted = ['127.0.0.1'], ...changes }: Changes = {}) {
  const forwardAuth = createForwardAuth({
    path: '/check',
    trustedProxies: createTrustedProxies(trusted),
    hosts: ['a.example', 'B.example:8443'],
    readTarget: () => ({ kind: 'plain' }),
    authenticate,
    allowedOrigins: (origin) => origin === 'https://a',
    requireOriginForUi: true,
    renderer: problemRenderer,
    ...changes,
  })
  const server = createServer((request, response) => {
    const answerHeaders = ['X-Request-Id', 'r-1', 'Connection', 'close']
    forwardAuth.answer(request, response, { answerHeaders, receivedAt, requestId: 'r-1' })
  })
  const { port } = await listen(server)
  const ask = async (fields: string) =>
    parseAnswer(await exchange(port, `GET /check HTTP/1.1\r\nHost: gate\r\n${fields}\r\n`))
  return { ask, port }
}
