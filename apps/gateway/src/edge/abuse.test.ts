/** T-64 to T-74 on bare sockets, against the server as the gateway makes it, with either engine. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { engines, exchange, send, startBackend } from '@gatehouse/proxy/testing'
import { until } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { mintToken, startAttackedGateway } from '../../testing/attacked-gateway.ts'
import traversal from './fixtures/directory-traversal.json' with { type: 'json' }
import nomore403 from './fixtures/nomore403.json' with { type: 'json' }

const token = mintToken()
const bearer = `Authorization: Bearer ${token}\r\n`

describe.each(engines)('through %s', (_name, createEngine) => {
  async function start(settings?: Parameters<typeof startAttackedGateway>[2]) {
    const backend = await startBackend()
    const gateway = await startAttackedGateway(createEngine, backend, settings)
    const ask = (line: string, fields = bearer, body = '') =>
      exchange(
        gateway.port,
        `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n${body}`,
      )
    return { backend, gateway, ask }
  }

  it('T-64: no confusing path reaches the backend, nor any route, with a valid token', async () => {
    const { backend, gateway, ask } = await start()
    const hostile = [
      ...['//api/machines', '/api/auth/../machines', '/api/auth/..%2fmachines', '/api/machines%00'],
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
      ...['X-Forwarded-For', 'X-Real-IP', 'X-Request-Id', 'X-Forwarded-Host', 'X-Forwarded-Proto'],
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
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nGET'],
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

  it.each([
    {
      what: 'JSON',
      method: 'POST',
      fields: 'Content-Type: application/json\r\n',
      body: Buffer.from('{"a":1}'),
    },
    {
      what: 'a form',
      method: 'PUT',
      fields: 'Content-Type: application/x-www-form-urlencoded\r\n',
      body: Buffer.from('a=1&b=%20'),
    },
    { what: 'bytes', method: 'DELETE', fields: '', body: randomBytes(5000) },
    {
      what: 'gzip',
      method: 'PATCH',
      fields: 'Content-Encoding: gzip\r\n',
      body: gzipSync('{"a":1}'),
    },
    { what: 'nothing', method: 'POST', fields: '', body: Buffer.alloc(0) },
  ])('T-68: carries $what as it is', async ({ method, fields, body }) => {
    const { backend, gateway } = await start()
    const head = `${method} /api/machines HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${bearer}`
    const text = `${head}${fields}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`
    const answer = await exchange(gateway.port, text + body.toString('latin1'))
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    const digest = createHash('sha256').update(body).digest('hex')
    expect(backend.requests).toMatchObject([{ method, bytes: body.length, digest }])
    const [, type] = /^Content-Encoding: (.*)\r$/m.exec(fields) ?? []
    expect(backend.requests[0]?.headers['content-encoding']).toBe(type)
  })

  it('T-68: carries 50 MB in chunks as they are', async () => {
    const { backend, gateway } = await start()
    const block = randomBytes(1024 * 1024)
    const digest = createHash('sha256')
    const headers = { Authorization: `Bearer ${token}` }
    const upload = sendRequest(`${gateway.url}/api/m`, { method: 'POST', agent: false, headers })
    for (let count = 0; count < 50; count += 1) {
      digest.update(block)
      if (!upload.write(block)) await once(upload, 'drain')
    }
    upload.end()
    const [response] = (await once(upload, 'response')) as [{ resume(): void; statusCode: number }]
    response.resume()
    expect(response.statusCode).toBe(200)
    const bytes = 50 * block.length
    expect(backend.requests).toMatchObject([{ bytes, digest: digest.digest('hex') }])
  })

  it('T-69: a backend that fails in every way ends no request but its own', async () => {
    const faults: ((socket: { destroy(): void }) => void)[] = []
    const backend = await startBackend((request, response) => {
      const fault = faults.shift()
      if (fault) fault(request.socket)
      else response.end('ok')
    })
    const gateway = await startAttackedGateway(createEngine, backend)
    const text = `POST /api/m HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${bearer}\r\n`
    for (let count = 0; count < 3; count += 1) {
      faults.push((socket) => socket.destroy())
      const failed = await exchange(gateway.port, text)
      expect(status(failed)).toBe('502')
      expect(failed).not.toMatch(/127\.0\.0\.1|ECONN|UND_ERR|\n +at /)
      expect(status(await exchange(gateway.port, text))).toBe('200')
    }
  })

  it.each(['evillocalhost:3000', 'metadata', '169.254.169.254', 'x@evil', ''])(
    'T-70: Host %j chooses nothing',
    async (host) => {
      const { backend, gateway } = await start()
      const text = `GET /api/m HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${bearer}\r\n`
      expect(status(await exchange(gateway.port, text))).toBe('200')
      expect(backend.requests[0]?.headers.host).toBe(`127.0.0.1:${backend.port}`)
    },
  )

  it('T-71: TRACE and CONNECT go nowhere, and no preflight does', async () => {
    const { backend, ask } = await start()
    const trace = await ask('TRACE /api/machines')
    expect([status(trace), /^allow: .+\r$/im.test(trace)]).toEqual(['405', true])
    expect(status(await ask('CONNECT evil:443'))).toBe('400')
    expect(status(await ask('OPTIONS /api/machines', ''))).toBe('401')
    const leave = 'Access-Control-Request-Method: GET\r\n'
    for (const [origin, expected] of [
      ['https://evil.example', '403'],
      ['https://app.example', '204'],
    ]) {
      const preflight = `${bearer}${leave}Origin: ${origin}\r\n`
      expect(status(await ask('OPTIONS /api/machines', preflight))).toBe(expected)
    }
    expect(backend.requests).toEqual([])
    await ask(
      'GET /api/machines',
      `${bearer}X-HTTP-Method-Override: DELETE\r\nX-Method: DELETE\r\n`,
    )
    expect(backend.requests).toMatchObject([{ method: 'GET' }])
    expect(backend.requests[0]?.headers).not.toHaveProperty('x-http-method-override')
  })

  it.each(['h2c', 'TLS/1.2', 'h2c, websocket', 'websocket'])(
    'B-153: an offer of %s is passed over, and never goes on',
    async (offer) => {
      const { backend, ask } = await start()
      const connection = 'Connection: Upgrade, HTTP2-Settings\r\n'
      const offering = `${bearer}${connection}Upgrade: ${offer}\r\nHTTP2-Settings: AAEAAEAA\r\n`
      expect(status(await ask('GET /api/machines', offering))).toBe('200')
      expect(Object.keys(backend.requests[0]?.headers ?? {})).not.toContain('upgrade')
      expect(Object.keys(backend.requests[0]?.headers ?? {})).not.toContain('http2-settings')
      expect(status(await ask('GET /api/terminal/a/ws', offering.replace(/websocket/, 'h3')))).toBe(
        '400',
      )
    },
  )

  it('an OPTIONS that is no preflight is a method like all (B-164)', async () => {
    const { backend, ask } = await start()
    expect(status(await ask('OPTIONS /api/machines'))).toBe('200')
    expect(backend.requests).toMatchObject([{ method: 'OPTIONS' }])
  })

  it.each([
    ['HTTP/1.1', 'Connection: close\r\n'],
    ['HTTP/1.0', ''],
  ])(
    'B-168: an early answer in %s reaches a client that reads when all is sent',
    async (version, fields) => {
      const { backend, gateway } = await start()
      const bytes = 8_000_000
      const socket = connect(gateway.port, '127.0.0.1')
      const failures: unknown[] = []
      socket.on('error', (error) => failures.push(error))
      socket.write(
        `POST /api/upload ${version}\r\nHost: x\r\nContent-Length: ${bytes}\r\n${fields}\r\n`,
      )
      const next = 'GET /api/m HTTP/1.1\r\nHost: x\r\n\r\n'
      await new Promise((resolve) => socket.write(Buffer.alloc(bytes), resolve))
      socket.end(next)
      const answer = await text(socket)
      expect([failures, status(answer)]).toEqual([[], '401'])
      expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
      expect(backend.requests).toEqual([])
    },
  )

  it('T-72: what is too slow or too large is refused, and hung up on', async () => {
    const { backend, gateway, ask } = await start({
      limits: { headersTimeoutSeconds: 0.5, requestTimeoutSeconds: 1 },
    })
    const [slowHead, slowBody] = await Promise.all([
      exchange(gateway.port, `GET /api/m HTTP/1.1\r\nHost: x\r\n${bearer}`),
      exchange(
        gateway.port,
        `POST /api/m HTTP/1.1\r\nHost: x\r\n${bearer}Content-Length: 10\r\n\r\nabc`,
      ),
    ])
    expect([status(slowHead), status(slowBody)]).toEqual(['408', '408'])
    expect(status(await ask('GET /api/m', `${bearer}X-Note: ${'x'.repeat(20_480)}\r\n`))).toBe(
      '431',
    )
    expect(status(await ask('GET /api/m', `${bearer}${'X: 1\r\n'.repeat(300)}`))).toBe('431')
    expect(status(await ask('GET /api/m', `${bearer}${'X: 1\r\n'.repeat(3000)}`))).toBe('431')
    expect(status(await ask(`GET /api/${'m'.repeat(102_400)}`))).toMatch(/^(414|431)$/)
    expect(status(await ask('GET /api/m'))).toBe('200')
    expect(backend.requests.filter(({ bytes }) => bytes > 0)).toEqual([])
  })

  it('T-72: idle connections have a cap, beyond which new ones are closed', async () => {
    const { gateway } = await start({ limits: { maxConnections: 50 } })
    const sockets = Array.from({ length: 100 }, () => send(gateway.port, ''))
    let closed = 0
    for (const socket of sockets) socket.on('close', () => (closed += 1))
    await until(() => closed >= 50)
    expect(closed).toBe(50)
    for (const socket of sockets) socket.destroy()
  })

  it.each([
    '/api/machines/%E0%A4',
    '/%',
    '/api/machines?token=%zz',
    '/api/m?agent_id=%',
    '/api/%ff',
  ])('T-73: %s is 400', async (target) => {
    const { backend, ask } = await start()
    expect(status(await ask(`GET ${target}`))).toBe('400')
    expect(backend.requests).toEqual([])
  })

  it('T-74: every 401 says what it wants, and two tokens are none', async () => {
    const { backend, ask } = await start()
    const expired = mintToken({ exp: Math.floor(Date.now() / 1000) })
    const refused: readonly (readonly [string, string])[] = [
      ['', 'token_missing'],
      ['Authorization: Basic eDp5\r\n', 'token_missing'],
      ['Authorization: Bearer\r\n', 'token_missing'],
      ['Authorization: Bearer nonsense\r\n', 'token_invalid'],
      [`Authorization: Bearer ${expired}\r\n`, 'token_expired'],
    ]
    for (const [fields, code] of refused) {
      const answer = await ask(`GET /api/m?token=${token}`, fields)
      expect([status(answer), answer.match(/"code":"([a-z_]+)"/)?.[1]]).toEqual(['401', code])
      expect(answer).toMatch(/^www-authenticate: Bearer realm="gatehouse"/im)
    }
    expect(status(await ask('GET /api/m', bearer + bearer))).toBe('400')
    expect(backend.requests).toEqual([])
    expect(status(await ask('GET /api/m', `authorization: bEARER ${token}\r\n`))).toBe('200')
  })

  it('T-35: no forged token passes, also once the real one is remembered', async () => {
    const { backend, ask } = await start()
    expect(status(await ask('GET /api/m'))).toBe('200')
    for (const forged of forgeries()) {
      const answer = await ask('GET /api/m', `Authorization: Bearer ${forged}\r\n`)
      expect([forged, status(answer)]).toEqual([forged, '401'])
    }
    expect(backend.requests).toHaveLength(1)
  })
})

/** RFC 8725 and the known attacks on libraries; the whole list is tried in `packages/jwt`. */
function forgeries(): readonly string[] {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
  const none = ['none', 'None', 'NONE', 'nOnE'].map((alg) => encode({ ...decode(header), alg }))
  const admin = encode({ ...decode(payload), role: 'super_admin' })
  const attackers = createHmac('sha256', 'attacker')
    .update(`${header}.${admin}`)
    .digest('base64url')
  return [
    ...none.flatMap((head) => [`${head}.${payload}.`, `${head}.${admin}.${signature}`]),
    ...[`${header}.${payload}.`, `${header}.${payload}`, `${token}.x`, 'a.b.c.d.e'],
    ...[`${header}.${admin}.${signature}`, `${header}.${admin}.${attackers}`, `${token}=`],
    ...[`${header}.${payload}.${signature.slice(0, -1)}`, `${token.slice(0, -1)}!`, `${token}%00`],
  ]
}

function status(answer: string): string {
  return /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? `no answer: ${answer.slice(0, 40)}`
}

function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  return rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  )
}
