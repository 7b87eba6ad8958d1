/** What a real HAProxy does otherwise than a gateway, and that none of it lets through what a gateway would not. */
import { once } from 'node:events'
import { createUndiciEngine } from '@gatehouse/proxy'
import { exchange, type Handler, send, startBackend } from '@gatehouse/proxy/testing'
import { until } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { askAt, bearer, status } from '../../testing/abuse/attacked.ts'
import { startAttackedGateway } from '../../testing/attacked-gateway.ts'
import { type EdgeSettings, startEdge } from '../support/edge.ts'

async function start(settings: Partial<EdgeSettings> = {}, handler?: Handler) {
  const backend = await startBackend(handler)
  const gateway = await startAttackedGateway(createUndiciEngine, backend, {
    trustedProxies: ['127.0.0.1'],
  })
  const edge = await startEdge({ backend, gateway, ...settings })
  return { backend, edge, ask: askAt(edge.port) }
}

describe('an edge', () => {
  it.each([
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nGET'],
    ['one length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n', 'ab'],
    ['lengths in a list', 'Content-Length: 2, 2\r\n', 'ab'],
    ['a folded line', 'X-Note: a\r\n X-Gatehouse-Role: super_admin\r\n', ''],
    ['a bare line feed', 'X-Note: a\nX-Gatehouse-Role: super_admin\r\n', ''],
    ['two equal hosts', 'Host: x\r\n', ''],
  ])('T-67: makes one plain request of one with %s', async (_what, fields, body) => {
    const { backend, edge } = await start()
    const text = `POST /api/machines HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${bearer}${fields}\r\n${body}`
    const answer = await exchange(edge.port, text)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(backend.requests).toHaveLength(1)
    const [{ bytes = -1, rawHeaders = [] } = {}] = backend.requests
    const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
    const framing = names.filter((name) => /^(content-length|transfer-encoding)$/.test(name))
    expect(framing.length).toBeLessThanOrEqual(1)
    expect(bytes).toBe(body === 'ab' ? 2 : 0)
    const isRole = (name: string) => name === 'x-gatehouse-role'
    expect(names.filter(isRole)).toHaveLength(1)
    expect(rawHeaders[2 * names.findIndex(isRole) + 1]).toBe('user')
  })

  it('T-67: refuses a coding before chunks with 422', async () => {
    const { backend, ask } = await start()
    const answer = await ask(
      'POST /api/machines',
      `${bearer}Transfer-Encoding: gzip, chunked\r\n`,
      '0\r\n\r\n',
    )
    expect(status(answer)).toBe('422')
    expect(backend.requests).toEqual([])
  })

  it.each(['h2c, websocket', 'websocket'])(
    'B-153: an offer of %s never goes on, and without a key is 400',
    async (offer) => {
      const { backend, ask } = await start()
      const offering = `${bearer}Connection: Upgrade\r\nUpgrade: ${offer}\r\n`
      expect(status(await ask('GET /api/machines', offering))).toBe('400')
      expect(backend.requests).toEqual([])
      const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
      expect(status(await ask('GET /api/machines', offering + key))).toBe('200')
      expect(Object.keys(backend.requests[0]?.headers ?? {})).not.toContain('upgrade')
    },
  )

  it('T-72: refuses what is too slow with 408 or 504, and what is too large with 400', async () => {
    const { backend, edge, ask } = await start({
      limits: { timeoutSeconds: 1 },
      clients: { headersTimeoutSeconds: 0.5 },
    })
    const [slowHead, slowBody] = await Promise.all([
      exchange(edge.port, `GET /api/m HTTP/1.1\r\nHost: x\r\n${bearer}`),
      exchange(
        edge.port,
        `POST /api/m HTTP/1.1\r\nHost: x\r\n${bearer}Content-Length: 10\r\n\r\nabc`,
      ),
    ])
    expect([status(slowHead), status(slowBody)]).toEqual(['408', '504'])
    for (const fields of [`X-Note: ${'x'.repeat(20_480)}\r\n`, 'X: 1\r\n'.repeat(300)]) {
      expect(status(await ask('GET /api/m', bearer + fields))).toBe('400')
    }
    expect(status(await ask(`GET /api/${'m'.repeat(102_400)}`))).toBe('400')
    expect(status(await ask('GET /api/m', `${bearer}X-Note: ${'x'.repeat(14_000)}\r\n`))).toBe(
      '200',
    )
    expect(backend.requests.filter(({ bytes }) => bytes > 0)).toEqual([])
  })

  it('T-72: lets connections beyond the cap wait', async () => {
    const { edge } = await start({ clients: { maxConnections: 2 } })
    const idle = [send(edge.port, ''), send(edge.port, '')]
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    const waiting = send(edge.port, `GET /api/m HTTP/1.1\r\nHost: x\r\n${bearer}\r\n`)
    let text = ''
    waiting.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    idle[0]?.destroy()
    await until(() => text !== '')
    expect(status(text)).toBe('200')
    waiting.destroy()
    idle[1]?.destroy()
  })

  it('T-69: sends nothing twice over a kept connection that ends, and hangs up on its client', async () => {
    const targets: string[] = []
    const { edge } = await start({}, (request, response) => {
      targets.push(request.url ?? '')
      if (request.url === '/api/2') request.socket.destroy()
      else response.end('ok')
    })
    const ask = (target: string) =>
      `POST ${target} HTTP/1.1\r\nHost: x\r\n${bearer}Content-Length: 0\r\n\r\n`
    const client = send(edge.port, ask('/api/1'))
    let text = ''
    client.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    await until(() => text.endsWith('ok'))
    client.write(ask('/api/2'))
    await once(client, 'close')
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(targets).toEqual(['/api/1', '/api/2'])
  })

  it('answers 503 when the backend cannot be reached', async () => {
    const { backend, ask } = await start()
    await backend.close()
    const answer = await ask('GET /api/m')
    expect(status(answer)).toBe('503')
    expect(answer).toMatch(/"code":"overloaded"/)
    expect(answer.match(/^x-request-id: [0-9a-f-]{36}$/gim)).toHaveLength(1)
  })
})
