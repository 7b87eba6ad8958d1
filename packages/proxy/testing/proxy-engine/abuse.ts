import { once } from 'node:events'
import { connect } from 'node:net'
import { until } from '@gatehouse/test-services'
import { describe, expect } from '@jest/globals'
import { type Deviations, itBut } from '../it-but.ts'
import { exchange, parseAnswer, send } from '../raw-client.ts'
import {
  startBackend,
  startEndlessBackend,
  startRawBackend,
  startTextBackend,
} from '../recording-backend.ts'
import { requestText, type StartGateway } from './gateway.ts'

/** How engines handle odd, hostile or slow behaviour of either side. */
export function proxyEngineAbuse(name: string, start: StartGateway, deviations: Deviations): void {
  const it = itBut(deviations)
  describe(`${name} keeps the ProxyEngine contract: abuse`, () => {
    it.each([
      ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
      ['100 Continue, twice', 'HTTP/1.1 100 Continue\r\nX: y\r\n\r\n'.repeat(2)],
      ['100 after 103', 'HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 100 C\r\n\r\n'],
      ['102 Processing', 'HTTP/1.1 102 Processing\r\n\r\n'],
      ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n'.repeat(3)],
    ])('T-69: keeps %s to itself and relays the final answer', async (_what, early) => {
      const backend = await startTextBackend(
        `${early}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`,
      )
      const gateway = await start(backend)
      const answer = await exchange(gateway.port, requestText('GET', '/api/m'))
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nok$/)
      expect(answer).not.toMatch(/HTTP\/1\.1 10|Link/i)
    })

    it('T-66: drops trailers in both directions', async () => {
      const trailers: unknown[] = []
      const backend = await startBackend((request, response) => {
        request.on('end', () => {
          trailers.push(request.rawTrailers)
          response.writeHead(200, { Trailer: 'X-Sum' })
          response.write('body')
          response.addTrailers({ 'X-Sum': '1' })
          response.end()
        })
      })
      const gateway = await start(backend)
      const answer = await exchange(
        gateway.port,
        requestText('POST', '/api/m', {
          headers: 'Trailer: X-Gatehouse-Role\r\nTransfer-Encoding: chunked\r\n',
          body: '3\r\nabc\r\n0\r\nX-Gatehouse-Role: super_admin\r\n\r\n',
        }),
      )
      expect(trailers).toEqual([[]])
      expect(backend.requests[0]?.headers).toMatchObject({ 'x-gatehouse-role': 'user' })
      expect(answer).toMatch(/body/)
      expect(answer).not.toMatch(/x-sum/i)
    })

    it('T-67: a body that a backend sends on HEAD is no part of the next answer', async () => {
      const backend = await startRawBackend((socket) => {
        socket.on('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 38\r\n\r\n')
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
        })
      })
      const gateway = await start(backend)
      const head = await exchange(gateway.port, requestText('HEAD', '/api/m'))
      expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*content-length: 38\r\n[\s\S]*\r\n\r\n$/i)
      const next = await exchange(gateway.port, requestText('GET', '/api/m'))
      expect(parseAnswer(next)).toMatchObject({ status: 200, body: expect.stringMatching(/^HTTP/) })
    })

    it('T-67: an answer that nobody asked for is given to nobody', async () => {
      const twice =
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged'
      const backend = await startRawBackend((socket) =>
        socket.on('data', () => socket.write(twice)),
      )
      const gateway = await start(backend)
      for (let count = 0; count < 3; count += 1) {
        const answer = await exchange(gateway.port, requestText('GET', '/api/m'))
        expect(answer).not.toMatch(/forged/)
      }
    })

    it('T-72: hangs up on a client that reads nothing of a long answer', async () => {
      const { backend, cut } = await startEndlessBackend()
      const gateway = await start(backend, { timeoutSeconds: 0.2 })
      const client = send(gateway.port, requestText('GET', '/api/m'))
      await once(client, 'connect')
      client.pause()
      await expect(cut).resolves.toBeUndefined()
      client.destroy()
    })

    it('T-72: takes a request that waits out of the queue when its client goes', async () => {
      const { promise: wait, resolve: finish } = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      const backend = await startBackend((_request, response) => {
        reached.resolve()
        void wait.then(() => response.end('ok'))
      })
      const gateway = await start(backend, { maxConnections: 1 })
      const served = exchange(gateway.port, requestText('GET', '/api/served'))
      await reached.promise
      const waits = connect(gateway.port, '127.0.0.1')
      waits.on('error', () => undefined)
      waits.write(requestText('GET', '/api/gone'))
      await until(() => gateway.forwarded() === 2)
      waits.destroy()
      await until(() => gateway.left() === 1)
      const next = exchange(gateway.port, requestText('GET', '/api/next'))
      finish()
      expect([await served, await next].map((text) => text.slice(0, 12))).toEqual([
        'HTTP/1.1 200',
        'HTTP/1.1 200',
      ])
      expect(backend.requests.map(({ url }) => url)).toEqual(['/api/served', '/api/next'])
    })

    it('T-68: takes a client that has half-closed its connection for one that is gone', async () => {
      const left = Promise.withResolvers<void>()
      const backend = await startBackend((_request, response) => {
        response.on('close', () => left.resolve())
      })
      const gateway = await start(backend)
      const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true })
      socket.write(requestText('GET', '/api/m'))
      await until(() => backend.requests.length === 1)
      socket.end()
      await expect(left.promise).resolves.toBeUndefined()
      socket.destroy()
    })

    it('T-69: goes on when a backend with several kept connections starts again', async () => {
      const first = await startBackend()
      const gateway = await start(first)
      const ask = () => exchange(gateway.port, requestText('GET', '/api/m'))
      await Promise.all([ask(), ask(), ask(), ask()])
      await first.close()
      await startBackend(undefined, first.port)
      const answers = await Promise.all([ask(), ask(), ask(), ask()])
      expect(answers.map((answer) => answer.slice(0, 12))).toEqual(
        Array.from({ length: 4 }, () => 'HTTP/1.1 200'),
      )
    })

    it('T-68: reads the rest of a body whose answer came early, so that it is read', async () => {
      const backend = await startBackend((_request, response) => response.writeHead(409).end('no'))
      const gateway = await start(backend)
      const size = 8 * 1024 * 1024
      const head = `POST /api/m HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`
      const socket = send(gateway.port, head)
      socket.setEncoding('latin1')
      let text = ''
      // Sends everything before it reads anything.
      await new Promise<void>((resolve) => socket.write(Buffer.alloc(size), () => resolve()))
      socket.on('data', (part: string) => {
        text += part
      })
      await until(() => /\r\n\r\n.*no/s.test(text))
      expect(text).toMatch(/^HTTP\/1\.1 409 /)
      socket.destroy()
    })
  })
}
