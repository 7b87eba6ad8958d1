import { createTrustedProxies } from '@gatehouse/auth-core/requests'
import { describe, expect, it } from '@jest/globals'
import { routeRequest } from './route-request.ts'

const peer = '192.0.2.9'

function route(
  url: string,
  { method = 'GET', httpVersion = '1.1', host = ['Host', 'id.example'], isOfProxy = false } = {},
) {
  const request = { method, url, httpVersion, rawHeaders: host, socket: { remoteAddress: peer } }
  return routeRequest(request, createTrustedProxies(isOfProxy ? [peer] : []))
}

describe('a request for the backend', () => {
  it.each([
    '/api/machines',
    '/api/',
    '/api/authentication',
    '/api/machines?x=%2e%2e/',
    '/api/a.b',
    '/api/machines?token=good',
  ])('is whatever begins with /api/ and is no auth route: %s', (url) => {
    expect(route(url)).toEqual({ kind: 'backend' })
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
  ])('stays here: %s', (url) => {
    expect(route(url)).toEqual({ kind: 'own' })
  })
})

describe('a check of another proxy', () => {
  it.each(['GET', 'HEAD'])('is what is asked for with %s at its address', (method) => {
    for (const url of ['/api/auth/verify', '/api/auth/verify?x']) {
      expect(route(url, { method })).toEqual({ kind: 'check' })
    }
  })

  it('takes no other method at that address', () => {
    expect(route('/api/auth/verify', { method: 'POST' })).toEqual({
      kind: 'refused',
      problem: { code: 'method_not_allowed', headers: { Allow: 'GET' } },
    })
  })

  it('may have its target behind the address if a trusted proxy sends it, with any method', () => {
    for (const url of ['/api/auth/verify/', '/api/auth/verify/api/machines?x=1']) {
      expect(route(url, { method: 'DELETE', isOfProxy: true })).toEqual({ kind: 'check' })
      expect(route(url, { method: 'DELETE' })).toEqual({ kind: 'own' })
    }
  })

  it('is at no address that only begins like it', () => {
    for (const url of ['/api/auth/verify-email', '/api/auth/verify.json', '/api/auth/verifyx/y']) {
      expect(route(url, { isOfProxy: true })).toEqual({ kind: 'own' })
    }
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
    expect(route(url)).toEqual({
      kind: 'refused',
      problem: { code: 'malformed_request', headers: { Connection: 'close' } },
    })
  })

  it.each([
    ['no host', []],
    ['two hosts', ['Host', 'id.example', 'host', 'evil.example']],
    ['one host twice', ['Host', 'id.example', 'Host', 'id.example']],
  ])('T-51: is refused with %s', (_name, host) => {
    for (const url of ['/', '/api/auth/login', '/api/machines']) {
      expect(route(url, { host })).toMatchObject({ problem: { code: 'malformed_request' } })
    }
  })

  it('may have no host in HTTP/1.0, but not two', () => {
    const [none, two] = [[], ['Host', 'a', 'Host', 'b']]
    const kinds = [none, two].map((host) => route('/api/m', { host, httpVersion: '1.0' }).kind)
    expect(kinds).toEqual(['backend', 'refused'])
  })
})

describe('methods', () => {
  it('T-71: TRACE goes nowhere', () => {
    expect(route('/api/machines', { method: 'TRACE' })).toEqual({
      kind: 'refused',
      problem: {
        code: 'method_not_allowed',
        headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
      },
    })
  })

  it('OPTIONS may ask about the service as a whole, and no other method may', () => {
    expect(route('*', { method: 'OPTIONS' })).toEqual({ kind: 'own' })
    expect(route('*')).toMatchObject({ problem: { code: 'malformed_request' } })
  })

  it('a terminal is asked for by an upgrade alone', () => {
    expect(route('/api/terminal/a/ws?token=good')).toEqual({
      kind: 'refused',
      problem: { code: 'malformed_request', headers: { Upgrade: 'websocket' } },
    })
    expect(route('/api/terminal/a/ws', { method: 'POST' })).toMatchObject({
      problem: { code: 'method_not_allowed' },
    })
  })
})
