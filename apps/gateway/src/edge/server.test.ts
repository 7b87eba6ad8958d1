import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFactsOf, readBody } from '@gatehouse/http-api'
import { createPeerNetworks, guardConnections } from '@gatehouse/proxy'
import { afterTest, exchange, listen, parseAnswer } from '@gatehouse/proxy/testing'
import { eventually, until } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { membersOf } from './request-log.ts'
import { createGatewayServer, type ServerOptions } from './server.ts'

type App = ServerOptions['app']

const hello: App = (_request, response) => response.end('hello')

describe('a request that cannot be read', () => {
  it.each([
    ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'malformed_request'],
    [
      'a length and chunks',
      framed('Content-Length: 5\r\nTransfer-Encoding: chunked'),
      400,
      'malformed_request',
    ],
    ['two lengths', framed('Content-Length: 5\r\nContent-Length: 6'), 400, 'malformed_request'],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: x\n\n', 400, 'malformed_request'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
    ['two hosts', framed('Host: y', 'GET'), 400, 'malformed_request'],
    ['a proxy request', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['too long a header', framed(`X-Long: ${'x'.repeat(17_000)}`), 431, 'headers_too_large'],
    [
      'too many headers',
      framed(Array(150).fill('X-Many: x').join('\r\n')),
      431,
      'headers_too_large',
    ],
  ])('is answered as a problem and hung up on: %s', async (_name, text, ...expected) => {
    const [status, code] = expected
    const { port } = await start(hello)
    const answer = parseAnswer(await exchange(port, text))
    expect(answer.status).toBe(status)
    expect(answer.head).toMatch(/^content-type: application\/problem\+json\r$/im)
    expect(answer.head).toMatch(/^connection: close\r$/im)
    const problem = JSON.parse(answer.body)
    expect(problem).toEqual({
      type: `https://id.example/docs/errors#${code}`,
      title: expect.any(String),
      status,
      code,
      detail: expect.any(String),
      request_id: expect.any(String),
    })
    expect(answer.head).toContain(`X-Request-Id: ${problem.request_id}\r\n`)
  })

  it('takes HTTP/1.0 without a host, which load balancers ask with', async () => {
    const { port } = await start(hello)
    expect(await exchange(port, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('is not answered before what came in front of it on the same connection', async () => {
    const { port } = await start((_request, response) => setImmediate(() => response.end('hello')))
    const text = await exchange(port, `${framed('X-First: 1', 'GET')}GARBAGE\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*helloHTTP\/1\.1 400 /)
  })

  it('does not write into an answer that has begun', async () => {
    const { port } = await start((_request, response) => response.write('begun'))
    const socket = open(port)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    socket.write(framed('Transfer-Encoding: chunked'))
    await once(socket, 'data')
    socket.write('nonsense\r\n')
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*begun\r\n$/)
  })

  it('answers the request whose body it is', async () => {
    const { port } = await start((request) => request.resume().on('error', () => undefined))
    const text = await exchange(port, `${framed('Transfer-Encoding: chunked')}nonsense\r\n`)
    expect(parseAnswer(text).status).toBe(400)
  })
})

describe('a request that announces no body', () => {
  it('has an end for whoever reads it', async () => {
    const { port } = await start((request, response) => {
      void readBody(request, 10).then((body) => response.end(`${body.length} bytes`))
    })
    expect(await exchange(port, framed('Connection: close'))).toMatch(/0 bytes$/)
  })
})

describe('a client that is too slow', () => {
  it.each([
    ['with its headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['with its body', framed('Content-Length: 10')],
  ])('is answered 408 and hung up on: %s', async (_name, text) => {
    const { port } = await start((request) => request.resume().on('error', () => undefined), {
      headersTimeoutSeconds: 0.2,
      requestTimeoutSeconds: 0.2,
    })
    const answer = parseAnswer(await exchange(port, text))
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([408, 'request_timeout'])
  })
})

describe('T-94: a client that reads nothing', () => {
  const pages: App = (_request, response) => response.end(Buffer.alloc(1 << 20))

  it('is hung up on while an answer waits for it', async () => {
    const { port, server } = await start(pages, {}, { stalledSeconds: 0.2 })
    const socket = open(port)
    socket.pause()
    const ended = once(socket, 'close')
    socket.write(framed('X: 1', 'GET').repeat(64))
    await eventually('the end of the connection', async () =>
      (await connections(server)) === 0 ? true : undefined,
    )
    socket.resume()
    await ended
  })

  it('is waited for while the answer is not there yet', async () => {
    const { port } = await start(
      (_request, response) => void setTimeout(() => response.end('hello'), 1000),
      {},
      { stalledSeconds: 0.1 },
    )
    expect(await exchange(port, framed('Connection: close', 'GET'))).toMatch(/hello$/)
  })

  it('is given its time between requests', async () => {
    const { port } = await start(hello, { keepAliveSeconds: 5 }, { stalledSeconds: 0.1 })
    const socket = open(port)
    for (let times = 0; times < 2; times += 1) {
      socket.write(framed('X: 1', 'GET'))
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/hello$/)
      await sleep(300)
    }
  })

  it('is answered 408 when the body of an auth route takes too long, and hung up on', async () => {
    const { port } = await start((request, response) => {
      readBody(request, 10, 0.1).catch((error: { readonly code: string }) =>
        response.writeHead(408, { connection: 'close' }).end(error.code),
      )
    })
    expect(await exchange(port, framed('Content-Length: 10'))).toMatch(
      /^HTTP\/1\.1 408 [\s\S]*request_timeout/,
    )
  })
})

it('T-94: hangs up on who reads an answer of its own a little at a time', async () => {
  const left = Promise.withResolvers<void>()
  const app: App = (_request, response) => {
    response.on('close', () => left.resolve())
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  }
  const limits = { clientMinBytesPerSecond: 1_000_000_000 }
  const { port } = await start(app, limits, { stalledSeconds: 0.3 })
  const socket = open(port)
  socket.write(framed('X: 1', 'GET'))
  socket.pause()
  const timer = setInterval(() => socket.read(16_384), 20)
  await expect(left.promise).resolves.toBeUndefined()
  clearInterval(timer)
})

describe('T-94: the connections of one network', () => {
  const peers = (text: string) => ({ includes: (address: string) => address === text })

  it('have a cap, beyond which new ones are closed; proxies that are trusted have none', async () => {
    const server = createServer((_request, response) => response.end('hello'))
    const addresses = [
      ...Array(5).fill('2001:db8::1'),
      '2001:db8:0:1::1',
      ...Array(5).fill('::ffff:10.0.0.1'),
      ...Array(5).fill('127.0.0.1'),
    ]
    // All really come from this machine.
    server.prependListener('connection', (socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: addresses.shift() })
    })
    guardConnections(server, {
      stalledSeconds: 30,
      perNetwork: 2,
      networkOf: createPeerNetworks(peers('10.0.0.1')),
    })
    const { port } = await listen(server)
    const states: string[] = []
    for (let left = addresses.length; left > 0; left -= 1) {
      const socket = open(port)
      socket.write(framed('X: 1', 'GET'))
      states.push(
        await Promise.race([
          once(socket, 'data').then(
            () => 'served',
            () => 'closed',
          ),
          once(socket, 'close').then(() => 'closed'),
        ]),
      )
    }
    expect(states).toEqual([
      ...['served', 'served', 'closed', 'closed', 'closed'],
      'served',
      ...Array(10).fill('served'),
    ])
  })

  it('are free again when they end', async () => {
    const server = createServer((_request, response) => response.end('hello'))
    server.prependListener('connection', (socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: '192.0.2.1' })
    })
    const networkOf = createPeerNetworks(peers(''))
    guardConnections(server, { stalledSeconds: 30, perNetwork: 1, networkOf })
    const { port } = await listen(server)
    for (let times = 0; times < 3; times += 1) {
      expect(await exchange(port, framed('Connection: close', 'GET'))).toMatch(/hello$/)
    }
  })
})

describe('when as many connections are open as may be', () => {
  const full = async (app: App = hello) => {
    const gateway = await start(app, { maxConnections: 2 })
    const sockets = [open(gateway.port), open(gateway.port)]
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    await until(async () => (await connections(gateway.server)) === 2)
    return { ...gateway, sockets }
  }

  it.each(['/livez', '/healthz', '/readyz', '/readyz?exclude=mail'])(
    'T-94: %s is answered all the same, and its connection closed',
    async (path) => {
      const { port } = await full()
      const answer = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close\r\n[\s\S]*hello$/i)
    },
  )

  it.each(['/', '/livez/', '/api/machines', '/api/auth/login'])(
    'T-94: %s is told to come again',
    async (path) => {
      const { port } = await full()
      const answer = parseAnswer(await exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))
      expect(answer.status).toBe(503)
      expect(answer.head).toMatch(/^retry-after: 1\r$/im)
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'overloaded' })
    },
  )

  it('T-94: no terminal is opened', async () => {
    const { port } = await full()
    const answer = await exchange(port, framed('Connection: Upgrade\r\nUpgrade: websocket', 'GET'))
    expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"overloaded"/)
  })

  it('T-94: connections that say nothing keep no probe out', async () => {
    const { port, server } = await full()
    const silent = Array.from({ length: 40 }, () => open(port))
    await Promise.all(silent.map((socket) => once(socket, 'connect')))
    await until(async () => (await connections(server)) <= 2 + 32)
    const answer = await exchange(port, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('everything is answered again once one of them ends', async () => {
    const { port, server, sockets } = await full()
    sockets[0]?.destroy()
    await until(async () => (await connections(server)) === 1)
    expect(await exchange(port, framed('Connection: close', 'GET'))).toMatch(/hello$/)
  })
})

it.each([
  ['POST', '/api/auth/login', 503],
  ['GET', '/login', 200],
  ['GET', '/readyz', 200],
])('T-90: while the process does not keep up, %s %s is %i', async (method, path, status) => {
  const { port } = await start(hello, {}, { lag: { isLate: () => true } })
  const text = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  expect(parseAnswer(await exchange(port, text)).status).toBe(status)
})

describe('a connection that is reset', () => {
  it.each(['CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 'HELLO\r\n\r\n'])(
    'ends no process after %j',
    async (text) => {
      const { port } = await start(hello)
      const socket = open(port)
      socket.write(text)
      await once(socket, 'data')
      socket.resetAndDestroy()
      expect(await exchange(port, framed('Connection: close', 'GET'))).toMatch(/hello$/)
    },
  )

  it('is not left open by a client that never hangs up', async () => {
    const { port, server } = await start(hello)
    const socket = open(port, { allowHalfOpen: true })
    socket.write('CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.resume()
    await once(socket, 'end')
    // The server says so once its last connection is gone.
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('every answer', () => {
  it.each([
    ['POST /api/auth/login', 'ui'],
    ['POST /api/auth/verify', 'ui'],
    ['GET /api/auth//login', 'ui'],
    ['POST /login', undefined],
  ])('tells the client its type where %s is refused here: %s', async (line, client) => {
    const { port } = await start(hello, {}, { lag: { isLate: () => true } })
    const { head, status } = parseAnswer(
      await exchange(port, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    )
    expect(status).toBeGreaterThanOrEqual(400)
    expect(/^x-gatehouse-client: (.*)\r$/im.exec(head)?.[1]).toBe(client)
  })

  it('has the id under which the request is logged', async () => {
    const { port, lines } = await start(hello)
    const answer = await get(port)
    expect(answer.headers['x-request-id']).toBe(lines.at(-1)?.request_id)
  })

  it('asks to hang up while the gateway is stopping', async () => {
    const { port } = await start(hello, {}, { isDraining: () => true })
    expect((await get(port)).headers.connection).toBe('close')
  })
})

function connections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

function framed(fields: string, method = 'POST'): string {
  return `${method} / HTTP/1.1\r\nHost: x\r\n${fields}\r\n\r\n`
}

async function start(
  app: App,
  limits: Partial<ServerOptions['limits']> = {},
  more: Partial<ServerOptions> = {},
) {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>)
  const log = pino({ level: 'info' }, { write })
  const server = createGatewayServer({
    app,
    proxy: { forward: unused },
    forwardAuth: { answer: unused },
    allowsOrigin: () => false,
    problemBase: 'https://id.example',
    trustedProxies: reading.trustedProxies,
    factsOf: createFactsOf(reading),
    upgrade: (_request, socket) => socket.destroy(),
    limits: {
      maxHeaderBytes: 16_384,
      headersTimeoutSeconds: 5,
      requestTimeoutSeconds: 5,
      clientMinBytesPerSecond: 500,
      keepAliveSeconds: 5,
      maxConnections: 100,
      maxConnectionsPerNetwork: 100,
      ...limits,
    },
    isDraining: () => false,
    whenFresh: () => undefined,
    onExchangeEnd: (end) => write(`{${membersOf(end)}}`),
    log,
    ...more,
  })
  const { port } = await listen(server)
  return { port, server, lines }
}

const reading = {
  agents: { cli: [], vscode: [] },
  trustedProxies: { includes: () => false },
  languageOf: () => undefined,
  now: () => new Date('2030-01-01T00:00:00Z'),
}

function unused(_request: IncomingMessage, response: ServerResponse): void {
  response.destroy()
}

function open(port: number, options: { readonly allowHalfOpen?: boolean } = {}): Socket {
  const socket = connect({ port, host: '127.0.0.1', ...options })
  socket.on('error', () => undefined)
  afterTest(() => void socket.destroy())
  return socket
}

function get(port: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest({ port, host: '127.0.0.1' }, (response) => resolve(response.resume()))
      .on('error', reject)
      .end()
  })
}
