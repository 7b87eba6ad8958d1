import type { AccessClaims, Auth } from '@gatehouse/auth-core'
import { describe, expect, it } from '@jest/globals'
import type { RequestFacts } from './requester.ts'
import { routeRequest } from './route-request.ts'

const receivedAt = new Date('2030-01-01T00:00:00Z')

const facts: RequestFacts = {
  address: '192.0.2.1',
  from: { client: 'cli', network: '192.0.2.1', userAgent: '', requestId: 'r-1', receivedAt },
}

const claims: AccessClaims = {
  userId: 'u-1',
  username: 'ada',
  email: 'ada@example.com',
  tenantId: 'engines',
  tenantName: 'Engines',
  role: 'user',
  machineRole: '',
  groups: [],
  identityProviderId: 'c-1',
  source: 'cli',
  issuer: 'gatehouse',
  issuedAt: receivedAt,
  expiresAt: receivedAt,
  tokenId: 'jti',
  sessionId: 'sid',
  authTime: receivedAt,
}

/** Knows the tokens `good` and `old`. */
const authenticate: Auth['authenticate'] = (token, at) => {
  expect(at).toBe(receivedAt)
  if (token === 'good') return { kind: 'authenticated', claims, validUntil: receivedAt }
  return { kind: 'refused', refusal: token === 'old' ? 'token_expired' : 'token_invalid' }
}

const bearer = ['Authorization', 'Bearer good']

function judge(
  url: string,
  rawHeaders: readonly string[] = bearer,
  { method = 'GET', httpVersion = '1.1', host = ['Host', 'id.example'] } = {},
) {
  const all = [...host, ...rawHeaders]
  const pairs = all.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), all[index + 1]] as const] : [],
  )
  const request = { method, url, httpVersion, rawHeaders: all, headers: Object.fromEntries(pairs) }
  return routeRequest(request, facts, { auth: { authenticate }, protocol: 'https' })
}

describe('a request for the backend', () => {
  it.each(['/api/machines', '/api/', '/api/authentication', '/api/machines?x=%2e%2e/', '/api/a.b'])(
    'goes on exactly as it came, with what the token says: %s',
    (url) => {
      const decision = judge(url, [...bearer, 'X-Gatehouse-User-Id', 'forged', 'Accept', 'x/y'])
      if (decision.kind !== 'forward') throw new Error(decision.kind)
      const { target, headers } = decision
      expect(target).toBe(url)
      const values = (wanted: string) =>
        headers.filter((_value, index) => index % 2 === 1 && headers[index - 1] === wanted)
      expect(values('X-Gatehouse-User-Id')).toEqual(['u-1'])
      expect(values('Authorization')).toEqual(['Bearer good'])
      expect(values('X-Forwarded-For')).toEqual(['192.0.2.1'])
      expect(values('X-Forwarded-Proto')).toEqual(['https'])
      expect(values('X-Forwarded-Host')).toEqual(['id.example'])
      expect(values('X-Request-Id')).toEqual(['r-1'])
      expect(values('Accept')).toEqual(['x/y'])
    },
  )

  it.each([
    ['without a token', [], 'token_missing', 'Bearer realm="gatehouse"'],
    [
      'under another scheme',
      ['Authorization', 'Basic good'],
      'token_missing',
      'Bearer realm="gatehouse"',
    ],
    [
      'with a bad one',
      ['Authorization', 'Bearer bad'],
      'token_invalid',
      'Bearer realm="gatehouse", error="invalid_token"',
    ],
    [
      'with an old one',
      ['Authorization', 'Bearer old'],
      'token_expired',
      'Bearer realm="gatehouse", error="invalid_token"',
    ],
  ])('T-74: is refused %s', (_why, headers, ...[code, challenge]) => {
    expect(judge('/api/machines', headers)).toEqual({
      kind: 'refuse',
      problem: { code, headers: { 'WWW-Authenticate': challenge } },
    })
  })

  it('T-74: is refused with two tokens, be they the same', () => {
    expect(judge('/api/machines', [...bearer, ...bearer])).toMatchObject({
      kind: 'refuse',
      problem: { code: 'malformed_request' },
    })
  })

  it('takes no token from the query', () => {
    expect(judge('/api/machines?token=good', [])).toMatchObject({
      problem: { code: 'token_missing' },
    })
  })
})

describe('a request for the gateway itself', () => {
  it.each([
    '/',
    '/healthz',
    '/openapi.json',
    '/docs/',
    '/api/auth',
    '/api/auth/login',
    '/api/auth/machines',
    '/apix',
  ])('stays here, with a token or without: %s', (url) => {
    expect([judge(url).kind, judge(url, []).kind]).toEqual(['own', 'own'])
  })
})

describe('a request that two readers could take for two', () => {
  it.each([
    '//api/machines',
    '/api//machines',
    '/api/auth/../machines',
    '/api/machines/..',
    '/api/%2e%2e/api/machines',
    '/api/auth%2flogin',
    '/api/machines%00',
    '/api\\machines',
    '/api/AUTH/login',
    '/api/machines#x',
    '/api/%zz',
    '/api/%E0%A4',
    'http://id.example/api/machines',
    'machines',
    '*',
    '',
  ])('T-64: is refused before anybody routes it, and hung up on: %s', (url) => {
    expect(judge(url)).toEqual({
      kind: 'refuse',
      problem: { code: 'malformed_request', headers: { Connection: 'close' } },
    })
  })

  it.each([
    ['no host', []],
    ['two hosts', ['Host', 'id.example', 'host', 'evil.example']],
    ['one host twice', ['Host', 'id.example', 'Host', 'id.example']],
  ])('T-51: is refused with %s', (_name, host) => {
    for (const url of ['/', '/api/auth/login', '/api/machines']) {
      expect(judge(url, bearer, { host })).toMatchObject({ problem: { code: 'malformed_request' } })
    }
  })

  it('may have no host in HTTP/1.0, and the backend is told of none', () => {
    const decision = judge('/api/machines', bearer, { host: [], httpVersion: '1.0' })
    if (decision.kind !== 'forward') throw new Error(decision.kind)
    expect(decision.headers).not.toContain('X-Forwarded-Host')
    expect(judge('/', [], { host: ['Host', 'a', 'Host', 'b'], httpVersion: '1.0' }).kind).toBe(
      'refuse',
    )
  })
})

describe('methods', () => {
  it('T-71: TRACE goes nowhere', () => {
    expect(judge('/api/machines', bearer, { method: 'TRACE' })).toEqual({
      kind: 'refuse',
      problem: {
        code: 'method_not_allowed',
        headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
      },
    })
  })

  it('a terminal is asked for by an upgrade alone', () => {
    expect(judge('/api/terminal/a/ws?token=good', [])).toEqual({
      kind: 'refuse',
      problem: { code: 'malformed_request', headers: { Upgrade: 'websocket' } },
    })
    expect(judge('/api/terminal/a/ws', bearer, { method: 'POST' })).toMatchObject({
      problem: { code: 'method_not_allowed' },
    })
  })
})
