import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Deviations, itBut } from '@gatehouse/proxy/contracts'
import { exchange, send } from '@gatehouse/proxy/testing'
import { until } from '@gatehouse/test-services'
import { describe, expect } from '@jest/globals'
import { mintToken } from '../attacked-gateway.ts'
import { bearer, type StartAttacked, status, token } from './attacked.ts'
import { forgeries } from './forgeries.ts'

/** T-35 and T-68 to T-74 on bare sockets: bodies, answers, methods, sizes and tokens. */
export function bodyAbuse(title: string, start: StartAttacked, deviations: Deviations = {}): void {
  const it = itBut(deviations)
  describe(title, () => {
    it.each([
      {
        what: 'JSON',
        method: 'POST',
        fields: 'Content-Type: application/json\r\n',
        body: Buffer.from('{"a": 1.0, "a": 2, "n": 12345678901234567890}'),
      },
      {
        what: 'what is no JSON',
        method: 'POST',
        fields: 'Content-Type: application/json\r\n',
        body: Buffer.from('{"a":'),
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
      const [response] = (await once(upload, 'response')) as [
        { resume(): void; statusCode: number },
      ]
      response.resume()
      expect(response.statusCode).toBe(200)
      const bytes = 50 * block.length
      expect(backend.requests).toMatchObject([{ bytes, digest: digest.digest('hex') }])
    })

    it('T-69: a backend that fails in every way ends no request but its own', async () => {
      const faults: ((socket: { destroy(): void }) => void)[] = []
      const { gateway } = await start({}, (request, response) => {
        const fault = faults.shift()
        if (fault) fault(request.socket)
        else response.end('ok')
      })
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
        expect(
          status(await ask('GET /api/terminal/a/ws', offering.replace(/websocket/, 'h3'))),
        ).toBe('400')
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
      for (const forged of forgeries(token)) {
        const answer = await ask('GET /api/m', `Authorization: Bearer ${forged}\r\n`)
        expect([forged, status(answer)]).toEqual([forged, '401'])
      }
      expect(backend.requests).toHaveLength(1)
    })
  })
}
