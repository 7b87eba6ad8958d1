import { type Deviations, itBut } from '@gatehouse/proxy/contracts'
import { exchange } from '@gatehouse/proxy/testing'
import { describe, expect } from '@jest/globals'
import traversal from '../../src/edge/fixtures/directory-traversal.json' with { type: 'json' }
import nomore403 from '../../src/edge/fixtures/nomore403.json' with { type: 'json' }
import { bearer, type StartAttacked, status, token, valuesOf } from './attacked.ts'

/** T-64 to T-67 on bare sockets: whose request it is, and what is one. */
export function requestAbuse(
  title: string,
  start: StartAttacked,
  deviations: Deviations = {},
): void {
  const it = itBut(deviations)
  describe(title, () => {
    it('T-64: no confusing path reaches the backend, nor any route, with a valid token', async () => {
      const { backend, gateway, ask } = await start()
      const hostile = [
        ...[
          '//api/machines',
          '/api/auth/../machines',
          '/api/auth/..%2fmachines',
          '/api/machines%00',
        ],
        ...['/api/%2e%2e/api/machines', '/api/machines%2f..%2fauth', '/api\\machines', '*'],
        ...['/api/machines#x', 'http://evil/api/machines', 'evil:443', '/api/./x', '/api/..;/auth'],
      ]
      for (const target of hostile) expect(status(await ask(`GET ${target}`))).toBe('400')
      expect(backend.requests).toEqual([])
      expect(gateway.own.filter((line) => line.includes('/api/'))).toEqual([])
    })

    it('T-64: whatever else is let through arrives exactly as it was sent', async () => {
      const { backend, ask } = await start()
      const targets = [
        ...nomore403.infixes.map((infix) => `/api${infix}machines`),
        ...nomore403.suffixes.map((suffix) => `/api/machines${suffix}`),
        ...traversal.map((path) => `/api/${path}`),
        ...['/api/machines;x', '/API/machines', '/api/machines?next=//evil/../x'],
      ].filter((target) => /^[!-~]+$/.test(target))
      const passed: string[] = []
      for (const target of targets) {
        if (status(await ask(`GET ${target}`)) === '200') passed.push(target)
      }
      expect(backend.requests.map(({ url }) => url)).toEqual(passed)
      expect(passed).toContain('/api/machines;x')
      expect(passed.filter((target) => /^\/api\/auth(?![a-z0-9_-])/i.test(target))).toEqual([])
    })

    it('T-64: nothing goes on without a valid token, and auth routes never do', async () => {
      const { backend, gateway, ask } = await start()
      for (const target of ['/api/machines', '/api/', '/api/authors', '/api/x/auth/login']) {
        expect(status(await ask(`GET ${target}`, ''))).toBe('401')
      }
      for (const agent of [
        'kube-probe/1.31',
        'GoogleHC/1.0',
        'acme-cli/1.0',
        'ELB-HealthChecker',
      ]) {
        expect(status(await ask('GET /api/machines', `User-Agent: ${agent}\r\n`))).toBe('401')
      }
      for (const name of ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Auth-Path']) {
        expect(status(await ask('GET /api/machines', `${name}: /api/auth/login\r\n`))).toBe('401')
      }
      const inner = `GET /api/machines HTTP/1.1\r\nHost: x\r\n${bearer}\r\n`
      const fields = `${bearer}Content-Length: ${inner.length}\r\n`
      expect(status(await ask('POST /api/auth/login', fields, inner))).toBe('404')
      expect(gateway.own).toEqual(['POST /api/auth/login'])
      expect(backend.requests).toEqual([])
    })

    it('T-65: only the token says who asks', async () => {
      const { backend, ask } = await start()
      const forged = [
        ...['X-User-Id', 'X-User-Role', 'X-Tenant-Id', 'X_User_Role', 'x-user-role', 'X-USER-ROLE'],
        ...['X-Forwarded-User', 'X-Original-URL', 'X-HTTP-Method-Override', 'X_Gatehouse_Role'],
        ...[
          'X-Gatehouse-Role',
          'x-gatehouse-role',
          'X.Gatehouse.Role',
          'X-Gatehouse-New',
          'Forwarded',
        ],
        ...[
          'X-Forwarded-For',
          'X-Real-IP',
          'X-Request-Id',
          'X-Forwarded-Host',
          'X-Forwarded-Proto',
        ],
      ]
      const lines = forged.map((name) => `${name}: super_admin\r\n`).join('')
      expect(status(await ask('GET /api/machines', lines + bearer + lines))).toBe('200')
      const { rawHeaders } = backend.requests[0] ?? { rawHeaders: [] }
      expect(rawHeaders.filter((value) => /super_admin/.test(value))).toEqual([])
      expect(valuesOf(rawHeaders, 'x-gatehouse-role')).toEqual(['user'])
      expect(valuesOf(rawHeaders, 'x-gatehouse-user-id')).toEqual(['u-1'])
      expect(valuesOf(rawHeaders, 'x-forwarded-for')).toEqual(['127.0.0.1'])
      expect(valuesOf(rawHeaders, 'x-forwarded-proto')).toEqual(['https'])
    })

    it('T-66: Connection takes away nothing that is set here, and goes no further', async () => {
      const { backend, gateway } = await start()
      const fields = [
        'Connection: close, Authorization, X-Gatehouse-Role, X-Forwarded-For, X-Request-Id, Host',
        'Connection: X-Note, Content-Length',
        ...['X-Note: 1', 'TE: trailers', 'Trailer: X-Sum', 'Keep-Alive: timeout=9'],
        ...['Proxy-Authorization: Basic eA==', 'Proxy-Connection: keep-alive', 'Content-Length: 2'],
      ]
      const text = `POST /api/machines HTTP/1.1\r\nHost: x\r\n${bearer}${fields.join('\r\n')}\r\n\r\nab`
      expect(status(await exchange(gateway.port, text))).toBe('200')
      const { rawHeaders, bytes } = backend.requests[0] ?? { rawHeaders: [] }
      expect(bytes).toBe(2)
      expect(valuesOf(rawHeaders, 'authorization')).toEqual([`Bearer ${token}`])
      expect(valuesOf(rawHeaders, 'x-gatehouse-role')).toEqual(['user'])
      expect(valuesOf(rawHeaders, 'x-forwarded-for')).toEqual(['127.0.0.1'])
      expect(valuesOf(rawHeaders, 'connection')).toEqual([
        expect.stringMatching(/^(keep-alive|close)$/),
      ])
      for (const name of ['te', 'trailer', 'keep-alive', 'x-note', 'proxy-connection']) {
        expect([name, valuesOf(rawHeaders, name)]).toEqual([name, []])
      }
      expect(valuesOf(rawHeaders, 'proxy-authorization')).toEqual([])
    })

    it('T-67: a request behind another is verified on its own token', async () => {
      const { backend, gateway } = await start()
      const first = `GET /api/1 HTTP/1.1\r\nHost: x\r\n${bearer}\r\n`
      const second = 'GET /api/2 HTTP/1.1\r\nHost: x\r\n\r\n'
      const third = `GET /api/3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${bearer}\r\n`
      const answers = await exchange(gateway.port, first + second + third)
      expect(Array.from(answers.matchAll(/HTTP\/1\.1 (\d+) /g), ([, code]) => code)).toEqual([
        ...['200', '401', '200'],
      ])
      expect(backend.requests.map(({ url }) => url)).toEqual(['/api/1', '/api/3'])
    })

    it.each([
      [
        'a length and chunks',
        'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
        '0\r\n\r\nGET',
      ],
      ['two lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n', 'ab'],
      ['one length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n', 'ab'],
      ['lengths in a list', 'Content-Length: 2, 2\r\n', 'ab'],
      ['an unknown coding', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
      ['chunks that are not last', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
      ['a coding before chunks', 'Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'],
      ['a space before the colon', 'Content-Length : 2\r\n', 'ab'],
      ['a folded line', 'X-Note: a\r\n b\r\n', ''],
      ['a bare line feed', 'X-Note: a\nX-Other: b\r\n', ''],
      ['a negative length', 'Content-Length: -1\r\n', ''],
      ['a hexadecimal length', 'Content-Length: 0x2\r\n', 'ab'],
      ['a signed length', 'Content-Length: +2\r\n', 'ab'],
      ['two hosts', 'Host: y\r\n', ''],
    ])('T-67: %s is refused, and hung up on', async (_what, fields, body) => {
      const { backend, gateway } = await start()
      const text = `POST /api/machines HTTP/1.1\r\nHost: x\r\n${bearer}${fields}\r\n${body}`
      const answer = await exchange(gateway.port, text)
      expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
      expect(status(answer)).toBe('400')
      expect(backend.requests).toEqual([])
    })
  })
}
