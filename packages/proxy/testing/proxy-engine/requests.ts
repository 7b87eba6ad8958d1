import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { describe, expect } from '@jest/globals'
import { type Deviations, itBut } from '../it-but.ts'
import { exchange } from '../raw-client.ts'
import { startBackend } from '../recording-backend.ts'
import { requestText, type StartGateway } from './gateway.ts'

/** How engines send requests to the backend. */
export function proxyEngineRequests(
  name: string,
  start: StartGateway,
  deviations: Deviations,
): void {
  const it = itBut(deviations)
  describe(`${name} keeps the ProxyEngine contract: requests`, () => {
    it.each([
      ...['/api/machines', '/api/machines/', '/api/', '/api/a%20b;x=1/%C3%A9', '/api/100%25'],
      ...['/api/m?', '/api/m?a=1&a=2&b', "/api/m?q='{|}^`\\&r=a+b%20c&s=%E9", '/api/m?x=/../y'],
    ])('sends the target %s unchanged', async (target) => {
      const backend = await startBackend()
      const gateway = await start(backend)
      const answer = await exchange(gateway.port, requestText('GET', target))
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(backend.requests[0]?.url).toBe(target)
    })

    it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
      'sends the method %s without a body',
      async (method) => {
        const backend = await startBackend()
        const gateway = await start(backend)
        await exchange(gateway.port, requestText(method, '/api/m'))
        expect(backend.requests).toMatchObject([{ method, bytes: 0 }])
      },
    )

    it('sends the headers it was given, its own Host, and nothing else of the client’s', async () => {
      const backend = await startBackend()
      const headers = ['X-Note', '1', 'X-Note', '2']
      const gateway = await start(backend, { headers })
      const forged = 'X-Gatehouse-Role: super_admin\r\nX-Other: 1\r\nX_Gatehouse_Role: root\r\n'
      await exchange(gateway.port, requestText('GET', '/api/m', { headers: forged }))
      expect(backend.requests[0]?.headers).toEqual({
        connection: expect.any(String),
        host: `127.0.0.1:${backend.port}`,
        'x-note': '1, 2',
        'x-gatehouse-role': 'user',
        'x-forwarded-for': '192.0.2.1',
      })
    })

    it('T-65: has no way around its headers, whatever the client expects', async () => {
      const backend = await startBackend()
      const gateway = await start(backend)
      const headers =
        'X-Gatehouse-Role: super_admin\r\nExpect: 100-continue\r\nContent-Length: 2\r\n'
      const answer = await exchange(
        gateway.port,
        requestText('POST', '/api/m', { headers, body: 'ab' }),
      )
      expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
      expect(backend.requests[0]).toMatchObject({
        bytes: 2,
        headers: { 'x-gatehouse-role': 'user' },
      })
      expect(backend.requests[0]?.headers).not.toHaveProperty('expect')
    })

    it.each([
      { kind: 'some bytes', headers: 'Content-Length: 6\r\n', body: 'abc\r\nd', size: 6 },
      {
        kind: 'chunks',
        headers: 'Transfer-Encoding: chunked\r\n',
        body: '3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n',
        size: 5,
      },
      { kind: 'nothing', headers: 'Content-Length: 0\r\n', body: '', size: 0 },
    ])(
      'T-67: sends a body of $kind under one length of its own',
      async ({ headers, body, size }) => {
        const backend = await startBackend()
        const gateway = await start(backend)
        for (const method of ['POST', 'GET', 'DELETE']) {
          await exchange(gateway.port, requestText(method, '/api/m', { headers, body }))
        }
        expect(backend.requests.map(({ bytes }) => bytes)).toEqual([size, size, size])
        for (const { headers: sent } of backend.requests) {
          const framings = ['content-length', 'transfer-encoding'].filter((field) => field in sent)
          // An empty body need not be announced (RFC 9110, section 8.6).
          expect(framings).toHaveLength(size === 0 ? Math.min(framings.length, 1) : 1)
        }
      },
    )

    it.each(['gzip, chunked', 'chunked, chunked'])(
      'T-67: refuses a body in the transfer coding %s',
      async (coding) => {
        const backend = await startBackend()
        const gateway = await start(backend)
        const headers = `Transfer-Encoding: ${coding}\r\n`
        const answer = await exchange(
          gateway.port,
          requestText('POST', '/api/m', { headers, body: '0\r\n\r\n' }),
        )
        expect(answer).toMatch(/^HTTP\/1\.1 400 /)
        expect(backend.accepted()).toBe(0)
      },
    )

    it('T-68: carries a large body through unchanged', async () => {
      const backend = await startBackend()
      const gateway = await start(backend)
      const body = randomBytes(8 * 1024 * 1024)
      await fetch(`${gateway.url}/api/m`, { method: 'PUT', body })
      const digest = createHash('sha256').update(body).digest('hex')
      expect(backend.requests).toMatchObject([{ bytes: body.length, digest }])
    })

    it('lets the backend read a body while it is still being sent', async () => {
      const first = Promise.withResolvers<string>()
      const backend = await startBackend((request, response) => {
        request.once('data', (chunk: Buffer) => first.resolve(chunk.toString()))
        request.on('end', () => response.end('done'))
      })
      const gateway = await start(backend)
      const upload = sendRequest(`${gateway.url}/api/m`, { method: 'POST', agent: false })
      upload.write('first')
      expect(await first.promise).toBe('first')
      upload.end('second')
      const [response] = (await once(upload, 'response')) as [{ resume(): void }]
      response.resume()
      await once(upload, 'close')
      expect(backend.requests[0]?.bytes).toBe(11)
    })

    it('B-109: relays an answer that comes before the body has been sent', async () => {
      const backend = await startBackend((_request, response) => {
        response.writeHead(401).end('no')
      })
      const gateway = await start(backend)
      const upload = sendRequest(`${gateway.url}/api/m`, {
        method: 'POST',
        agent: false,
        headers: { Expect: '100-continue', 'Content-Length': '1000000' },
      })
      upload.on('error', () => undefined)
      upload.write('x'.repeat(65_536))
      const [response] = (await once(upload, 'response')) as [{ statusCode: number }]
      expect(response.statusCode).toBe(401)
      upload.destroy()
    })

    it('uses one connection for requests one after the other', async () => {
      const backend = await startBackend()
      const gateway = await start(backend)
      for (let count = 0; count < 5; count += 1) {
        await (await fetch(`${gateway.url}/api/m`)).text()
      }
      expect(backend.accepted()).toBe(1)
    })
  })
}
