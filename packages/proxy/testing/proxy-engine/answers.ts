import { randomBytes } from 'node:crypto'
import { describe, expect } from '@jest/globals'
import { type Deviations, itBut } from '../it-but.ts'
import { exchange } from '../raw-client.ts'
import { type Handler, startBackend } from '../recording-backend.ts'
import { type GatewaySettings, requestText, type StartGateway } from './gateway.ts'

/** How engines return the backend's answers. */
export function proxyEngineAnswers(
  name: string,
  start: StartGateway,
  deviations: Deviations,
): void {
  const it = itBut(deviations)
  describe(`${name} keeps the ProxyEngine contract: answers`, () => {
    async function answerTo(handler: Handler, settings: GatewaySettings = {}) {
      const backend = await startBackend(handler)
      const gateway = await start(backend, settings)
      return exchange(gateway.port, requestText('GET', '/api/m'))
    }

    it('gives back status, headers and body', async () => {
      const answer = await answerTo((_request, response) => {
        response.writeHead(418, 'Short and stout', [
          'ETag',
          '"x"',
          'Set-Cookie',
          'a',
          'Set-Cookie',
          'b',
        ])
        response.end('tea')
      })
      expect(answer).toMatch(/^HTTP\/1\.1 418 Short and stout\r\n/)
      expect(answer).toMatch(/^etag: "x"\r$/im)
      expect(answer.match(/^set-cookie: .\r$/gim)).toHaveLength(2)
      expect(answer).toMatch(/tea/)
    })

    it('T-66: keeps back what ends at this hop', async () => {
      const answer = await answerTo((_request, response) => {
        response.writeHead(200, {
          Connection: 'X-Secret',
          'X-Secret': '1',
          'Keep-Alive': 'timeout=99',
        })
        response.end()
      })
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(answer).not.toMatch(/x-secret|timeout=99/i)
    })

    it.each([204, 304])('gives back %i without a body', async (status) => {
      const answer = await answerTo((_request, response) => response.writeHead(status).end())
      expect(answer.split('\r\n\r\n')).toEqual([expect.stringContaining(` ${status} `), ''])
      expect(answer).not.toMatch(/transfer-encoding/i)
    })

    it('gives back the length of what HEAD asks about', async () => {
      const backend = await startBackend((_request, response) => {
        response.writeHead(200, { 'Content-Length': '7' }).end()
      })
      const gateway = await start(backend)
      const answer = await exchange(gateway.port, requestText('HEAD', '/api/m'))
      expect(answer).toMatch(/^content-length: 7\r$/im)
      expect(answer.endsWith('\r\n\r\n')).toBe(true)
    })

    it('varies by what the gateway and the backend vary by', async () => {
      const answer = await answerTo(
        (_request, response) => response.writeHead(200, { Vary: 'Accept' }).end(),
        { answerHeaders: ['Vary', 'Origin'] },
      )
      const values = Array.from(answer.matchAll(/^vary: (.+)\r$/gim), ([, value]) => value)
      expect(values.join(', ').split(', ').toSorted()).toEqual(['Accept', 'Origin'])
    })

    it.each(['GET', 'DELETE', 'POST'])(
      'passes over a 100 to %s that comes in parts',
      async (method) => {
        const backend = await startBackend((request, response) => {
          const { socket } = request
          response.destroyed || socket?.write('HTTP/1.1 10')
          setImmediate(() => {
            socket?.write('0 Continue\r\n\r')
            setImmediate(() => socket?.end('\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody'))
          })
        })
        const gateway = await start(backend)
        const answer = await exchange(gateway.port, requestText(method, '/api/m'))
        expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nbody$/)
      },
    )

    it('gives back the header section before there is any body', async () => {
      const backend = await startBackend((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
      })
      const gateway = await start(backend)
      const answer = await fetch(`${gateway.url}/api/events`)
      expect(answer.headers.get('content-type')).toBe('text/event-stream')
      await answer.body?.cancel()
    })

    it('gives back as large a header section as is allowed', async () => {
      const large = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`X-${n}`, 'x'.repeat(8000)]))
      const handler: Handler = (_request, response) => response.writeHead(200, large).end()
      expect(await answerTo(handler, { maxHeaderBytes: 65_536 })).toMatch(/^HTTP\/1\.1 200 /)
      expect(await answerTo(handler)).toMatch(/^HTTP\/1\.1 502 /)
    })

    it('names the backend to nobody who is sent elsewhere by it', async () => {
      const backend = await startBackend((request, response) => {
        const place = `http://${request.headers.host}/api/next?a=b`
        const places = { Location: place, 'Content-Location': place.toUpperCase() }
        response.writeHead(302, { ...places, Refresh: `5; url=${place}` }).end()
      })
      const gateway = await start(backend)
      const answer = await exchange(gateway.port, requestText('GET', '/api/m'))
      expect(answer).toMatch(/^location: \/api\/next\?a=b\r$/im)
      expect(answer).toMatch(/^content-location: \/API\/NEXT\?A=B\r$/im)
      expect(answer).toMatch(/^refresh: 5; url=\/api\/next\?a=b\r$/im)
    })

    it('gives back the first part of an answer before there is a second', async () => {
      const { promise: wait, resolve: finish } = Promise.withResolvers<void>()
      const backend = await startBackend((_request, response) => {
        response.write('first')
        void wait.then(() => response.end('second'))
      })
      const gateway = await start(backend)
      const { body } = await fetch(`${gateway.url}/api/m`)
      const parts: string[] = []
      for await (const part of body ?? []) {
        parts.push(Buffer.from(part).toString())
        finish()
      }
      expect(parts).toEqual(['first', 'second'])
    })

    it('gives back large bodies unchanged, several at once over connections used again', async () => {
      const bodies = [1, 2, 3, 4].map((count) => randomBytes(6_000_000 + 30_000 * count))
      const backend = await startBackend(({ url = '' }, response) => {
        response.end(bodies[Number(url.slice(-1))])
      })
      const gateway = await start(backend)
      for (const round of [1, 2]) {
        const answers = await Promise.all(
          bodies.map((_, index) => fetch(`${gateway.url}/api/${round}/${index}`)),
        )
        // In sequence: the last ones have to wait, and fill every buffer on the way.
        const read: Buffer[] = []
        for (const answer of answers) read.push(Buffer.from(await answer.arrayBuffer()))
        expect(read.map((body, index) => bodies[index]?.equals(body))).toEqual(Array(4).fill(true))
      }
      expect(backend.accepted()).toBeLessThan(8)
    })

    it('leaves it to the client whether its connection stays open', async () => {
      const backend = await startBackend()
      const gateway = await start(backend)
      const first = 'GET /api/1 HTTP/1.1\r\nHost: x\r\n\r\n'
      const answers = await exchange(gateway.port, first + requestText('GET', '/api/2'))
      expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
      expect(answers.match(/^connection: (keep-alive|close)\r$/gim)).toEqual([
        expect.stringMatching(/keep-alive/),
        expect.stringMatching(/close/),
      ])
    })
  })
}
