import { posix } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import traversal from './fixtures/directory-traversal.json' with { type: 'json' }
import nomore403 from './fixtures/nomore403.json' with { type: 'json' }
import redirects from './fixtures/open-redirect.json' with { type: 'json' }
import urls from './fixtures/url-inputs.json' with { type: 'json' }
import { classifyTarget } from './target.ts'

describe('classifyTarget', () => {
  it.each([
    ['/api/machines', '/api/machines'],
    ['/api/machines/', '/api/machines/'],
    ['/api/machines?page=2&q=a%20b', '/api/machines'],
    ['/api/machines;x', '/api/machines;x'],
    ['/api/machines/a%20b', '/api/machines/a%20b'],
    ['/api/machines/%C3%A9', '/api/machines/%C3%A9'],
    ['/api/machines/100%25', '/api/machines/100%25'],
    ['/api/machines/...', '/api/machines/...'],
    ['/api/machines/.profile', '/api/machines/.profile'],
    ['/api/machines?next=//evil/../x', '/api/machines'],
    ['/api/authors', '/api/authors'],
    ['/api/terminal/demo', '/api/terminal/demo'],
    ['/api/', '/api/'],
  ])('sends %s to the backend', (target, path) => {
    expect(classifyTarget(target, 'GET')).toEqual({ kind: 'backend', path })
  })

  it.each(['/api/auth', '/api/auth/', '/api/auth/login', '/api/auth/x/y?z', '/api/auth/%6cogin'])(
    'T-64: never proxies %s',
    (target) => {
      expect(classifyTarget(target, 'POST').kind).toBe('auth')
    },
  )

  it.each(['/', '/api', '/healthz', '/docs/', '/API/machines', '/apix', '/%61pi/machines'])(
    'keeps %s to the gateway',
    (target) => {
      expect(classifyTarget(target, 'GET').kind).toBe('own')
    },
  )

  it.each([
    '//api/machines',
    '/api//machines',
    '/api/auth/../machines',
    '/api/auth/..%2fmachines',
    '/api/%2e%2e/api/machines',
    '/api/machines%2f..%2fauth',
    '/api/machines/.',
    '/api/./machines',
    '/api/machines/..',
    '/api/..;/auth/login',
    '/api/machines/.;x=1/',
    '/api/;/auth/login',
    '/api\\machines',
    '/api/machines%5c..',
    '/api/machines%00',
    '/api/machines%0d%0aX:y',
    '/api/machines%7f',
    '/api/machines%C2%85',
    '/api/machines#x',
    '/api/machines?x#y',
    '/api/AUTH/login',
    '/api/Auth',
    '/api/%61uth/login',
    '/api/%2561uth/login',
    '/api/auth;x/login',
    '/api/auth%3flogin',
    '/api/auth.json',
    '/api/%252e%252e/auth/login',
    '/api/%25%32%65%25%32%65/auth',
    '/api/x%25252fy',
    'http://evil/api/machines',
    'evil:443',
    '*',
    '',
    'api/machines',
    '/api/machines\u0000',
    '/api/machines x',
    '/api/é',
  ])('T-64: refuses %j, which two servers may read differently', (target) => {
    expect(classifyTarget(target, 'GET').kind).toBe('malformed')
  })

  it.each([
    '/api/machines/%E0%A4',
    '/%',
    '/api/%zz',
    '/api/%ff',
    '/api/%c0%ae',
    '/api/machines?token=%zz',
    '/docs?%',
  ])('T-73: refuses the percent-encoding of %s', (target) => {
    expect(classifyTarget(target, 'GET').kind).toBe('malformed')
  })

  it('T-71: does not let TRACE show the headers that the gateway adds', () => {
    expect(classifyTarget('/api/machines', 'TRACE')).toMatchObject({ kind: 'method_not_allowed' })
  })

  const hostile = [
    ...nomore403.infixes.flatMap((infix) => [`/api${infix}machines`, `/api/auth${infix}login`]),
    ...nomore403.suffixes.map((suffix) => `/api/machines${suffix}`),
    ...traversal.map((path) => `/api/machines/${path}`),
  ]

  it.each(hostile)('never sends %j past what it was checked by', (target) => {
    expect(reachableAuthRoutes(target)).toEqual([])
  })

  it('never lets any spelling of a path reach the authentication routes of a backend', () => {
    const piece = fc.constantFrom(
      ...['/', 'api', 'auth', 'AUTH', '.', '..', ';', 'x', '%2e', '%2f', '%5c', '\\', '%25', '2e'],
      ...['%61', '%41', '%32', '%65', '?', '#', 'login', '%', '%00', 'machines'],
    )
    const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/api/${pieces.join('')}`)
    fc.assert(
      fc.property(target, (candidate) => {
        expect(reachableAuthRoutes(candidate)).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })
})

describe('classifyTarget of a terminal', () => {
  it('takes the token out of the query, and leaves the rest as it came', () => {
    const target = '/api/terminal/agent_1-A/ws?cols=80&token=a.b%2Dc&label=a+b%20c&cols=90'
    expect(classifyTarget(target, 'GET')).toEqual({
      kind: 'terminal',
      path: '/api/terminal/agent_1-A/ws',
      agentId: 'agent_1-A',
      token: 'a.b-c',
      query: 'cols=80&label=a+b%20c&cols=90',
    })
  })

  it('needs no token in the query', () => {
    expect(classifyTarget('/api/terminal/demo/ws', 'GET')).toEqual({
      kind: 'terminal',
      path: '/api/terminal/demo/ws',
      agentId: 'demo',
      query: '',
    })
  })

  it('finds the token however its name is encoded', () => {
    expect(classifyTarget('/api/terminal/demo/ws?%74oken=t', 'GET')).toMatchObject({
      token: 't',
      query: '',
    })
  })

  it('keeps an equals sign that belongs to the token', () => {
    expect(classifyTarget('/api/terminal/demo/ws?token=a==', 'GET')).toMatchObject({ token: 'a==' })
  })

  it.each([
    'token=a&token=b',
    'token=a&%74oken=a',
    'token&token',
    'TOKEN=a',
    'token=%zz',
    'token=%ff',
    '%ff=x',
  ])('T-75: refuses the query %s', (query) => {
    expect(classifyTarget(`/api/terminal/demo/ws?${query}`, 'GET').kind).toBe('malformed')
  })

  it.each([
    ...['/api/terminal/a/b/ws', '/api/terminal//ws', '/api/terminal/a;b/ws'],
    ...['/api/terminal/../machines/ws', '/api/terminal/%2e%2e%2f/ws', '/api/terminal/a%20b/ws'],
    ...['/api/terminal/%C3%A9/ws', `/api/terminal/${'a'.repeat(129)}/ws`],
  ])('T-79: refuses the agent of %s', (target) => {
    expect(classifyTarget(target, 'GET').kind).toBe('malformed')
  })

  it.each(traversal)('T-79: takes no agent to be called %j', (agent) => {
    expect(classifyTarget(`/api/terminal/${agent}/ws`, 'GET').kind).not.toBe('terminal')
  })

  it('takes an agent id of 128 characters', () => {
    const agentId = 'a'.repeat(128)
    expect(classifyTarget(`/api/terminal/${agentId}/ws`, 'GET')).toMatchObject({ agentId })
  })

  it('is opened by GET alone', () => {
    expect(classifyTarget('/api/terminal/demo/ws', 'POST')).toEqual({
      kind: 'method_not_allowed',
      allow: 'GET',
    })
  })
})

/** Every way in which some server may read a target that would be proxied as an auth route. */
function reachableAuthRoutes(target: string): readonly string[] {
  if (classifyTarget(target, 'GET').kind !== 'backend') return []
  const [raw = ''] = target.split(/[?#]/, 1)
  return readings(raw).filter((path) => /^\/api\/auth(\/|$)/i.test(path))
}

function readings(raw: string): readonly string[] {
  const decodings = [raw]
  for (const text of decodings) {
    const next = text.replaceAll(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (!decodings.includes(next)) decodings.push(next)
  }
  return decodings.flatMap((text) => {
    const slashed = text.replaceAll('\\', '/')
    const bare = slashed.replaceAll(/;[^/]*/g, '')
    return [slashed, bare, new URL(slashed, 'http://x').pathname].map((path) =>
      posix.normalize(path.replaceAll(/\/+/g, '/')),
    )
  })
}

describe('whatever URL parsers make of a target', () => {
  const inputs = [...urls, ...redirects.payloads].flatMap((text) => [
    text,
    `/api/${text}`,
    `/api/machines${text}`,
  ])

  it('T-64: what goes on is a path of the same segments at the same place', () => {
    const backend = 'http://backend.example'
    const passed = inputs.filter((target) => classifyTarget(target, 'GET').kind === 'backend')
    const moved = passed.filter((target) => {
      const [path = ''] = target.split('?')
      const { origin, pathname } = new URL(target, backend)
      return origin !== backend || pathname.split('/').length !== path.split('/').length
    })
    expect(moved).toEqual([])
    expect(passed.length).toBeGreaterThan(100)
  })
})
