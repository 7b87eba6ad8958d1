import { once } from 'node:events'
import { until } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import {
  authenticate,
  exchange,
  handshakeText,
  nextMessage,
  openTerminal,
  parseAnswer,
  send,
  startBackend,
  startRawBackend,
  startTerminalBackend,
  startTerminalGateway,
  startTextBackend,
} from '../../testing/index.ts'

describe('opening a terminal', () => {
  it('connects a client with the backend', async () => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend)
    const client = await openTerminal(gateway)
    client.send('ls\n')
    expect(await nextMessage(client)).toBe('ls\n')
    expect(gateway.bridge.count()).toBe(1)
  })

  it('T-75: gives the token to the backend in Authorization, and nowhere else', async () => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend)
    const target = "/api/terminal/demo/ws?cols=80&token=cli.u-7&q='a'&rows=24"
    const answer = await firstAnswer(gateway.port, handshakeText(target))
    expect(answer).toMatch(/^HTTP\/1\.1 101 /)
    const [upgrade] = backend.upgrades
    expect(upgrade?.url).toBe("/api/terminal/demo/ws?cols=80&q='a'&rows=24")
    expect(upgrade?.headers.authorization).toBe('Bearer cli.u-7')
    expect(JSON.stringify(gateway.log)).not.toMatch(/cli\.u-7/)
  })

  it('accepts the key of the example in RFC 6455, section 1.3, as that has it', async () => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend)
    const text = handshakeText(undefined, { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' })
    const answer = await firstAnswer(gateway.port, text)
    expect(answer).toMatch(/^sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r$/im)
  })

  it('takes the token in Authorization, too', async () => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend)
    await openTerminal(gateway, { query: '', headers: { Authorization: 'bearer vscode' } })
    expect(backend.upgrades[0]?.url).toBe('/api/terminal/demo/ws')
    expect(backend.upgrades[0]?.headers.authorization).toBe('Bearer vscode')
  })

  it('T-65: tells the backend who is there, whatever the client says about it', async () => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend)
    const forged = {
      'X-Gatehouse-Role': 'super_admin',
      X_Gatehouse_Role: 'super_admin',
      'X-Forwarded-For': '6.6.6.6',
      Expect: '100-continue',
      Cookie: 'a=1',
    }
    await openTerminal(gateway, { headers: forged })
    expect(backend.upgrades[0]?.headers).toEqual({
      host: `127.0.0.1:${backend.port}`,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': expect.any(String),
      cookie: 'a=1',
      authorization: 'Bearer cli',
      'x-gatehouse-user-id': 'u-1',
      'x-gatehouse-username': 'ada',
      'x-gatehouse-email': 'ada@example.com',
      'x-gatehouse-tenant-id': 'acme',
      'x-gatehouse-role': 'user',
      'x-gatehouse-machine-role': 'operator',
      'x-gatehouse-groups': 'ops',
      'x-gatehouse-source': 'cli',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'id.example',
      'x-request-id': 'r-1',
    })
  })

  it.each([
    { offered: ['tty', 'log'], protocol: 'log', agreed: 'log' },
    { offered: [], protocol: undefined, agreed: '' },
  ])('agrees on what the backend chooses of $offered', async ({ offered, protocol, agreed }) => {
    const backend = await startTerminalBackend(protocol === undefined ? {} : { protocol })
    const gateway = await startTerminalGateway(backend)
    const client = await openTerminal(gateway, { protocols: offered })
    expect(client.protocol).toBe(agreed)
  })

  it('agrees on no protocol if the backend chooses none', async () => {
    const backend = await startTerminalBackend({ protocol: false })
    const gateway = await startTerminalGateway(backend)
    const text = handshakeText(undefined, { 'Sec-WebSocket-Protocol': 'tty' })
    const answer = await firstAnswer(gateway.port, text)
    expect(answer).toMatch(/^HTTP\/1\.1 101 /)
    expect(answer).toContain('X-Request-Id: r-1\r\n')
    expect(answer).not.toMatch(/sec-websocket-protocol/i)
  })

  it('T-80: compresses nothing', async () => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend)
    const client = await openTerminal(gateway)
    expect([client.extensions, backend.sockets[0]?.extensions]).toEqual(['', ''])
  })
})

describe('refusing a terminal', () => {
  it.each([
    ['', 'token_missing', 'Bearer realm="gatehouse"'],
    ['?token=', 'token_missing', 'Bearer realm="gatehouse"'],
    ['?token=forged', 'token_invalid', 'Bearer realm="gatehouse", error="invalid_token"'],
    ['?token=expired', 'token_expired', 'Bearer realm="gatehouse", error="invalid_token"'],
  ])('B-149, B-152: answers 401 to "%s" before any upgrade', async (query, code, challenge) => {
    const { answer, upgrades } = await refusal(handshakeText(`/api/terminal/demo/ws${query}`))
    expect(answer.status).toBe(401)
    expect(answer.head).toContain(`WWW-Authenticate: ${challenge}\r\n`)
    expect(answer.head).toMatch(/^connection: close\r$/im)
    expect(answer.head).toContain('X-Request-Id: r-1\r\n')
    expect(JSON.parse(answer.body)).toMatchObject({ code, status: 401, request_id: 'r-1' })
    expect(upgrades).toBe(0)
  })

  it.each([
    handshakeText(undefined, { Authorization: 'Bearer cli' }),
    handshakeText(undefined, { Authorization: 'Bearer other' }),
    handshakeText('/api/terminal/demo/ws', {
      Authorization: 'Bearer cli\r\nAuthorization: Bearer cli',
    }),
  ])('T-74: answers 400 to two tokens', async (text) => {
    const { answer, upgrades } = await refusal(text)
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, code: 'malformed_request' })
    expect(upgrades).toBe(0)
  })

  it('T-75: repeats nothing of the token, neither to the client nor in the log', async () => {
    const backend = await startBackend((_request, response) => response.writeHead(403).end())
    const gateway = await startTerminalGateway(backend, { limits: { perUser: 1 } })
    const answers = [
      await exchange(gateway.port, handshakeText('/api/terminal/demo/ws?token=expired.secret')),
      await exchange(gateway.port, handshakeText('/api/terminal/demo/ws?token=forged.secret')),
      await exchange(gateway.port, handshakeText('/api/terminal/demo/ws?token=ui.secret')),
      await exchange(gateway.port, handshakeText('/api/terminal/demo/ws?token=cli.secret')),
    ]
    expect(answers.map((text) => parseAnswer(text).status)).toEqual([401, 401, 403, 403])
    expect(answers.join() + JSON.stringify(gateway.log)).not.toContain('secret')
  })

  it.each([
    ['https://evil.example', '?token=cli'],
    ['null', '?token=cli'],
    ['https://id.example.evil.example', '?token=ui'],
    ['http://id.example', '?token=ui'],
    [undefined, '?token=ui'],
  ])('T-76: answers 403 to the origin %s with %s', async (Origin, query) => {
    const text = handshakeText(`/api/terminal/demo/ws${query}`, { Origin })
    const { answer, upgrades } = await refusal(text)
    expect(JSON.parse(answer.body)).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    expect(upgrades).toBe(0)
  })

  it.each(['?token=ui', '?token=cli'])('T-76: lets our own pages in with %s', async (query) => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend)
    await openTerminal(gateway, { query, headers: { Origin: 'https://id.example' } })
    expect(backend.upgrades[0]?.headers).not.toHaveProperty('origin')
  })

  it('lets a page’s token in without an origin if told so', async () => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend, { requireOriginForUi: false })
    await openTerminal(gateway, { query: '?token=ui' })
    expect(gateway.bridge.count()).toBe(1)
  })

  it('T-76: takes no cookie for a token', async () => {
    const text = handshakeText('/api/terminal/demo/ws', { Cookie: 'token=cli; access_token=cli' })
    expect((await refusal(text)).answer.status).toBe(401)
  })

  it.each([
    handshakeText(undefined, { Upgrade: 'h2c' }),
    handshakeText(undefined, { Upgrade: 'websocket, h2c' }),
    handshakeText(undefined, { 'Sec-WebSocket-Version': '7777' }),
    handshakeText(undefined, { 'Sec-WebSocket-Key': 'short' }),
    handshakeText(undefined, { 'Sec-WebSocket-Key': undefined }),
    handshakeText(undefined, { 'Content-Length': '3' }),
    handshakeText().replace('HTTP/1.1', 'HTTP/1.0'),
  ])('B-127, T-77: answers 400 to what is no handshake', async (text) => {
    const { answer, upgrades } = await refusal(text)
    expect(answer.status).toBe(400)
    expect(upgrades).toBe(0)
  })

  it('B-128, T-77: never looks at a request behind the handshake', async () => {
    const next = 'GET /api/machines HTTP/1.1\r\nHost: x\r\n\r\n'
    for (const target of [undefined, '/api/terminal/demo/ws']) {
      const { answer, upgrades } = await refusal(handshakeText(target) + next)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toContain('HTTP/1.1')
      expect(upgrades).toBe(0)
    }
  })

  it('T-80: answers 429 to one terminal more than an account may have', async () => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend, { limits: { perUser: 1 } })
    const client = await openTerminal(gateway)
    const answer = parseAnswer(await exchange(gateway.port, handshakeText()))
    expect(answer.status).toBe(429)
    expect(answer.head).toMatch(/^retry-after: \d+\r$/im)
    await openTerminal(gateway, { query: '?token=cli.u-2' })
    client.close()
    await once(client, 'close')
    await until(() => gateway.bridge.count() === 1)
    await openTerminal(gateway)
    expect(gateway.bridge.count()).toBe(2)
  })

  it('T-80: answers 429 to one terminal more than a network may have', async () => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend, { limits: { perNetwork: 1 } })
    await openTerminal(gateway, { query: '?token=cli.u-1' })
    const text = handshakeText('/api/terminal/demo/ws?token=cli.u-2')
    expect(parseAnswer(await exchange(gateway.port, text)).status).toBe(429)
  })

  it('hangs up when it cannot tell whom to refuse, and goes on', async () => {
    const backend = await startTerminalBackend()
    let fails = true
    const gateway = await startTerminalGateway(backend, {
      authenticate: (token, at) => {
        if (fails) throw new Error('no keys yet')
        return authenticate(token, at)
      },
    })
    expect(await exchange(gateway.port, handshakeText())).toBe('')
    fails = false
    await openTerminal(gateway)
    expect(gateway.log).toContainEqual(expect.objectContaining({ message: 'terminal failed' }))
  })

  it('frees the place of a terminal that the backend did not open', async () => {
    const backend = await startBackend((_request, response) => response.writeHead(404).end())
    const gateway = await startTerminalGateway(backend, { limits: { perUser: 1 } })
    for (let count = 0; count < 3; count += 1) {
      expect(parseAnswer(await exchange(gateway.port, handshakeText())).status).toBe(404)
    }
  })
})

describe('a backend that does not open a terminal', () => {
  it.each([200, 302, 401, 403, 404, 426, 500, 503])(
    'T-77: has its %i passed on, and the socket closed',
    async (status) => {
      const backend = await startBackend((_request, response) => {
        response.writeHead(status, {
          'Content-Type': 'application/problem+json',
          'Retry-After': '9',
        })
        response.end('{"code":"its_own"}')
      })
      const gateway = await startTerminalGateway(backend)
      const answer = parseAnswer(await exchange(gateway.port, handshakeText()))
      expect(answer).toMatchObject({ status, body: '{"code":"its_own"}' })
      expect(answer.head).toMatch(/^retry-after: 9\r$/im)
      expect(answer.head).toContain('X-Request-Id: r-1\r\n')
      expect(answer.head).not.toMatch(/transfer-encoding|keep-alive/i)
    },
  )

  it('passes on the status alone of an answer that is too long to keep', async () => {
    const backend = await startBackend((_request, response) => {
      response.writeHead(403).end('x'.repeat(100_000))
    })
    const gateway = await startTerminalGateway(backend)
    expect(parseAnswer(await exchange(gateway.port, handshakeText()))).toMatchObject({
      status: 403,
      body: '',
    })
  })

  it.each([
    [65_536, 403],
    [16_384, 502],
  ])(
    'may refuse with a header section of 40 KB where %i bytes are allowed: %i',
    async (maxHeaderBytes, status) => {
      const large = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`X-${n}`, 'x'.repeat(8000)]))
      const backend = await startBackend((_request, response) =>
        response.writeHead(403, large).end(),
      )
      const gateway = await startTerminalGateway(backend, { limits: { maxHeaderBytes } })
      expect(parseAnswer(await exchange(gateway.port, handshakeText())).status).toBe(status)
    },
  )

  it.each([
    ['hangs up', ''],
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    [
      'proves nothing',
      'HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n',
    ],
    ['upgrades to something else', 'HTTP/1.1 101 S\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'],
  ])('B-130: makes 502 when it %s', async (_what, text) => {
    const backend = await startTextBackend(text)
    const gateway = await startTerminalGateway(backend)
    const answer = parseAnswer(await exchange(gateway.port, handshakeText()))
    expect(JSON.parse(answer.body)).toMatchObject({ status: 502, code: 'upstream_unavailable' })
  })

  it.each(['Sec-WebSocket-Extensions: permessage-deflate', 'Sec-WebSocket-Protocol: chat'])(
    'T-80: makes 502 when it answers what nobody asked for: %s',
    async (field) => {
      const backend = await startTerminalBackend({ answerFields: [field] })
      const gateway = await startTerminalGateway(backend)
      const answer = parseAnswer(await exchange(gateway.port, handshakeText()))
      expect(JSON.parse(answer.body)).toMatchObject({ status: 502, code: 'upstream_unavailable' })
    },
  )

  it('makes 502 when nobody listens', async () => {
    const backend = await startBackend()
    await backend.close()
    const gateway = await startTerminalGateway(backend)
    const answer = parseAnswer(await exchange(gateway.port, handshakeText()))
    expect(answer.status).toBe(502)
    expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONN/)
  })

  it.each([
    ['says nothing', ''],
    ['does not finish', 'HTTP/1.1 101 Switching\r\nUpgrade: webso'],
    ['does not finish a plain answer', 'HTTP/1.1 403 No\r\nContent-Length: 9\r\n\r\nhalf'],
  ])('B-115: makes 504 when it %s', async (_what, text) => {
    const backend = await startRawBackend((socket) => {
      socket.once('data', () => socket.write(text))
    })
    const limits = { handshakeSeconds: 0.1 }
    const gateway = await startTerminalGateway(backend, { limits })
    const answer = parseAnswer(await exchange(gateway.port, handshakeText()))
    expect(JSON.parse(answer.body)).toMatchObject({ status: 504, code: 'upstream_timeout' })
  })

  it.each(['destroy', 'end'] as const)(
    'B-110: is not kept waiting for a client that is gone (%s)',
    async (leave) => {
      const asked = Promise.withResolvers<void>()
      const left = Promise.withResolvers<void>()
      const backend = await startRawBackend((socket) => {
        socket.once('data', () => asked.resolve())
        socket.on('end', () => socket.end())
        socket.on('close', () => left.resolve())
      })
      const gateway = await startTerminalGateway(backend)
      const client = send(gateway.port, handshakeText())
      await asked.promise
      client[leave]()
      await expect(left.promise).resolves.toBeUndefined()
    },
  )

  it('is not kept waiting for a client that does not wait for it', async () => {
    const asked = Promise.withResolvers<void>()
    const backend = await startRawBackend((socket) => {
      socket.once('data', () => asked.resolve())
    })
    const gateway = await startTerminalGateway(backend)
    const client = send(gateway.port, handshakeText())
    await asked.promise
    client.resume().write('too early')
    await once(client, 'close')
    expect(client.bytesRead).toBe(0)
  })
})

async function refusal(text: string) {
  const backend = await startTerminalBackend()
  const gateway = await startTerminalGateway(backend)
  const answer = parseAnswer(await exchange(gateway.port, text))
  return { answer, upgrades: backend.accepted() }
}

async function firstAnswer(port: number, text: string) {
  const socket = send(port, text)
  const [data] = (await once(socket, 'data')) as [Buffer]
  return data.toString('latin1')
}
