import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect } from '@jest/globals'
import { type Deviations, itBut } from '../it-but.ts'
import { exchange, parseAnswer } from '../raw-client.ts'
import { startBackend, startRawBackend, startTextBackend } from '../recording-backend.ts'
import { requestText, type StartGateway } from './gateway.ts'

/** That of these tests, or one that was drawn. */
const requestId = /^(r-1|[0-9a-f-]{36})$/

/** How engines handle failures of either side. */
export function proxyEngineFailures(
  name: string,
  start: StartGateway,
  deviations: Deviations,
): void {
  const it = itBut(deviations)
  describe(`${name} keeps the ProxyEngine contract: failures`, () => {
    async function expectProblem(answer: string, status: number, code: string) {
      const { head, body } = parseAnswer(answer)
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(head).toMatch(/^content-type: application\/problem\+json\r?$/im)
      expect(JSON.parse(body)).toMatchObject({
        status,
        code,
        request_id: expect.stringMatching(requestId),
      })
      expect(answer).not.toMatch(/127\.0\.0\.1|localhost|ECONN|\n +at /)
    }

    it('T-69: answers 502 when nobody listens, and recovers when somebody does', async () => {
      const first = await startBackend()
      const gateway = await start(first)
      await exchange(gateway.port, requestText('GET', '/api/m'))
      await first.close()
      for (const method of ['GET', 'POST']) {
        const answer = await exchange(gateway.port, requestText(method, '/api/m'))
        await expectProblem(answer, 502, 'upstream_unavailable')
      }
      const second = await startBackend(undefined, first.port)
      expect(await exchange(gateway.port, requestText('GET', '/api/m'))).toMatch(/^HTTP\/1\.1 200 /)
      expect(second.requests).toHaveLength(1)
    })

    it.each([
      ['hangs up at once', ''],
      ['hangs up within its headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
      ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
      ['gives two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
      [
        'gives a length and chunks',
        'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      ['gives an impossible status', 'HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n'],
      ['upgrades unasked', 'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
      ['sends endless headers', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ])('T-69: answers 502 when the backend %s', async (_what, text) => {
      const backend = await startTextBackend(text)
      const gateway = await start(backend)
      const answer = await exchange(gateway.port, requestText('POST', '/api/m'))
      await expectProblem(answer, 502, 'upstream_unavailable')
    })

    it('relays an answer whose reason cannot be written again', async () => {
      const backend = await startTextBackend('HTTP/1.1 200 O\u0001K\r\nContent-Length: 0\r\n\r\n')
      const gateway = await start(backend)
      const answer = await exchange(gateway.port, requestText('GET', '/api/m'))
      expect(answer).toMatch(/^HTTP\/1\.1 (200 OK|502 .*)\r\n/)
    })

    it('T-69: answers 504 when the backend is silent', async () => {
      const backend = await startBackend(() => undefined)
      const gateway = await start(backend, { timeoutSeconds: 0.1 })
      for (const method of ['GET', 'POST']) {
        const answer = await exchange(gateway.port, requestText(method, '/api/m'))
        await expectProblem(answer, 504, 'upstream_timeout')
      }
    })

    it('hangs up on the backend when it is closed, and answers whoever waits', async () => {
      const reached = Promise.withResolvers<void>()
      const backend = await startBackend(() => reached.resolve())
      const gateway = await start(backend)
      const answer = exchange(gateway.port, requestText('POST', '/api/m'))
      await reached.promise
      await gateway.engine.close()
      await expectProblem(await answer, 502, 'upstream_unavailable')
    })

    it('T-89: answers 503 when as many requests wait as there are connections', async () => {
      const { promise: wait, resolve: finish } = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      const backend = await startBackend((_request, response) => {
        reached.resolve()
        void wait.then(() => response.end('ok'))
      })
      const gateway = await start(backend, { maxConnections: 1 })
      const served = exchange(gateway.port, requestText('GET', '/api/served'))
      await reached.promise
      const others = [1, 2].map(() => exchange(gateway.port, requestText('GET', '/api/waits')))
      const refused = await Promise.race(others)
      await expectProblem(refused, 503, 'overloaded')
      expect(refused).toMatch(/^retry-after: 1\r$/im)
      finish()
      const answers = await Promise.all([served, ...others])
      expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '))).toHaveLength(2)
    })

    it.each([
      ['hangs up', 5, (socket: { destroy(): void }) => socket.destroy()],
      ['falls silent', 0.1, () => undefined],
    ])(
      'T-69: cuts off an answer within which the backend %s',
      async (_what, timeoutSeconds, act) => {
        const backend = await startRawBackend((socket) => {
          socket.once('data', () => {
            socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', () => act(socket))
          })
        })
        const gateway = await start(backend, { timeoutSeconds })
        const answer = await exchange(gateway.port, requestText('GET', '/api/m'))
        expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*content-length: 10[\s\S]*half$/i)
      },
    )

    it('cuts off a chunked answer without the chunk that would end it', async () => {
      const backend = await startRawBackend((socket) => {
        const text = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'
        socket.once('data', () => socket.write(text, () => socket.destroy()))
      })
      const gateway = await start(backend)
      const answer = await exchange(gateway.port, requestText('GET', '/api/m'))
      expect(answer).toMatch(/half/)
      expect(answer).not.toMatch(/0\r\n\r\n$/)
    })

    it.each([
      ['before there is an answer', ''],
      ['within the answer', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
    ])('B-110: hangs up on the backend when the client goes away %s', async (_when, text) => {
      const reached = Promise.withResolvers<void>()
      const left = Promise.withResolvers<void>()
      const backend = await startRawBackend((socket) => {
        socket.once('data', () => socket.write(text || '\r\n', () => reached.resolve()))
        socket.on('end', () => socket.end())
        socket.on('close', () => left.resolve())
      })
      const gateway = await start(backend)
      const client = connect(gateway.port, '127.0.0.1', () => {
        client.write('GET /api/m HTTP/1.1\r\nHost: x\r\n\r\n')
      })
      await reached.promise
      if (text !== '') await once(client, 'data')
      client.destroy()
      await expect(left.promise).resolves.toBeUndefined()
    })

    it('B-110: hangs up on the backend when the client goes away while it is sending', async () => {
      const left = Promise.withResolvers<void>()
      const arrived = Promise.withResolvers<void>()
      const backend = await startBackend((request) => {
        request.once('data', () => arrived.resolve())
        request.on('error', () => left.resolve())
      })
      const gateway = await start(backend)
      const upload = sendRequest(`${gateway.url}/api/m`, { method: 'POST', agent: false })
      upload.on('error', () => undefined)
      upload.write('first')
      await arrived.promise
      upload.destroy()
      await expect(left.promise).resolves.toBeUndefined()
    })

    it.each([
      { method: 'GET', body: '', status: 200, connections: 2 },
      { method: 'HEAD', body: '', status: 200, connections: 2 },
      { method: 'POST', body: '', status: 502, connections: 1 },
      { method: 'DELETE', body: '', status: 502, connections: 1 },
      { method: 'GET', body: 'x', status: 502, connections: 1 },
    ])(
      'T-69: $method "$body" on a connection closed at reuse makes $status',
      async ({ method, body, status, connections }) => {
        const backend = await startRawBackend(answerOnce)
        const gateway = await start(backend)
        await (await fetch(`${gateway.url}/api/first`)).text()
        const headers = body === '' ? '' : 'Content-Length: 1\r\n'
        const text = requestText(method, '/api/second', { headers, body })
        expect(await exchange(gateway.port, text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
        expect(backend.accepted()).toBe(connections)
      },
    )
  })
}

/** Answers the first request of a connection, and hangs up at the second. */
function answerOnce(socket: Socket): void {
  socket.once('data', () => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    socket.once('data', () => socket.destroy())
  })
}
