import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { until } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import {
  authenticate,
  closing,
  handshakeText,
  nextMessage,
  openTerminal,
  openTerminalPair,
  rawSocket,
  send,
  sessionId,
  startRawBackend,
  startTerminalBackend,
  startTerminalGateway,
} from '../../testing/index.ts'

describe('an open terminal', () => {
  it('passes on text and bytes, empty messages, and their order', async () => {
    const { client } = await openTerminalPair()
    const sent = ['text', Buffer.from([0, 255, 10]), '', Buffer.alloc(0), 'ünï', 'last']
    const received: [string, boolean][] = []
    const { promise: done, resolve } = Promise.withResolvers<void>()
    client.on('message', (data, isBinary) => {
      received.push([Buffer.from(data as Buffer).toString('hex'), isBinary])
      if (received.length === sent.length) resolve()
    })
    for (const message of sent) client.send(message)
    await done
    expect(received).toEqual(
      sent.map((message) => [
        Buffer.from(message as string).toString('hex'),
        typeof message !== 'string',
      ]),
    )
  })

  it('loses nothing that the backend says at once', async () => {
    const backend = await startTerminalBackend({
      onSocket: (socket) => {
        socket.send('motd')
        socket.send('prompt')
        socket.close(4000, 'bye')
      },
    })
    const gateway = await startTerminalGateway(backend)
    const client = new WebSocket(`ws://127.0.0.1:${gateway.port}/api/terminal/demo/ws?token=cli`)
    const received: string[] = []
    client.on('message', (data) => received.push(String(data)))
    expect(await closing(client)).toEqual([4000, 'bye'])
    expect(received).toEqual(['motd', 'prompt'])
  })

  it('T-80: loses nothing of what a slow client has to be sent', async () => {
    const messages = 64
    const message = randomBytes(64 * 1024)
    const { client, upstream } = await openTerminalPair({}, { limits: { bufferBytes: 64 * 1024 } })
    client.pause()
    for (let count = 0; count < messages; count += 1) upstream.send(message)
    let bytes = 0
    client.on('message', (data) => {
      bytes += (data as Buffer).length
    })
    client.resume()
    await until(() => bytes >= messages * message.length)
    expect(bytes).toBe(messages * message.length)
  })
})

describe('the end of a terminal', () => {
  it.each([1000, 1001, 1008, 1011, 1012, 3000, 4321])(
    'T-80: passes on the close code %i either way',
    async (code) => {
      const one = await openTerminalPair()
      one.upstream.close(code, 'why')
      expect(await closing(one.client)).toEqual([code, 'why'])
      const other = await openTerminalPair()
      other.client.close(code, 'why')
      expect(await closing(other.upstream)).toEqual([code, 'why'])
    },
  )

  it('B-134: passes on a close without a code as one without a code', async () => {
    const { client, upstream } = await openTerminalPair()
    upstream.close()
    expect(await closing(client)).toEqual([1005, ''])
  })

  it('B-134: says 1011 when the other side is gone without a word', async () => {
    const one = await openTerminalPair()
    one.upstream.terminate()
    expect(await closing(one.client)).toEqual([1011, 'The other side is gone'])
    const other = await openTerminalPair()
    other.client.terminate()
    expect(await closing(other.upstream)).toEqual([1011, 'The other side is gone'])
  })

  it.each([
    ['999', '880203e7'],
    ['5000', '88021388'],
    ['1005', '880203ed'],
    ['1006', '880203ee'],
    ['half a code', '880103'],
    ['bytes that are no text', '880403e8fffe'],
    ['a reserved opcode', '8300'],
    ['the middle of a message', '8000'],
  ])('T-80: says 1011 when the backend ends in nonsense: %s', async (_what, frame) => {
    const backend = await startTerminalBackend({
      onSocket: (socket) => rawSocket(socket).write(Buffer.from(frame, 'hex')),
    })
    const gateway = await startTerminalGateway(backend)
    const client = new WebSocket(`ws://127.0.0.1:${gateway.port}/api/terminal/demo/ws?token=cli`)
    const [code] = await closing(client)
    expect(code).toBe(1011)
    await vacant(gateway)
  })

  it('T-80: ends with 1009 on both sides when a client’s message is too big', async () => {
    const { client, upstream } = await openTerminalPair({}, { limits: { maxPayloadBytes: 1000 } })
    const ends = [closing(client), closing(upstream)]
    client.send(Buffer.alloc(1001))
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([1009, 1009])
  })

  it('T-80: ends with 1009 on both sides when a backend’s message is too big', async () => {
    const { client, upstream } = await openTerminalPair({}, { limits: { maxPayloadBytes: 1000 } })
    const ends = [closing(client), closing(upstream)]
    upstream.send(Buffer.alloc(1001))
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([1009, 1009])
  })

  it('T-80: ends with 1009 on both sides for a length beyond all numbers', async () => {
    const { client, upstream } = await openTerminalPair()
    const ends = [closing(client), closing(upstream)]
    rawSocket(client).write(Buffer.from('82fffffffffffffffff00000000', 'hex'))
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([1009, 1009])
  })

  it('T-80: counts the parts of a message together', async () => {
    const { client } = await openTerminalPair({}, { limits: { maxPayloadBytes: 1000 } })
    client.send(Buffer.alloc(600), { fin: false })
    client.send(Buffer.alloc(600), { fin: true })
    expect((await closing(client))[0]).toBe(1009)
  })

  it('survives a client that resets its connection within a frame', async () => {
    const { gateway, upstream } = await openTerminalPair()
    const raw = send(gateway.port, handshakeText())
    await once(raw, 'data')
    raw.write(Buffer.from('82fe', 'hex'), () => raw.resetAndDestroy())
    await once(raw, 'close')
    upstream.send('still here')
    await vacant(gateway, 1)
    expect(gateway.bridge.count()).toBe(1)
  })

  it('cuts off a side that does not answer its close', async () => {
    const backend = await startTerminalBackend({ onSocket: (socket) => socket.pause() })
    const gateway = await startTerminalGateway(backend, { limits: { closeSeconds: 0.05 } })
    const client = await openTerminal(gateway)
    client.close(1000)
    await vacant(gateway)
    expect(gateway.log).toContainEqual(expect.objectContaining({ close_code: 1000 }))
  })
})

describe('a terminal and its session', () => {
  it('T-78: ends on both sides with 4401 when the token expires, though it is in use', async () => {
    const validUntil = new Date(Date.now() + 80)
    const { client, upstream } = await openTerminalPair(
      {},
      {
        authenticate: (token, at) => {
          const checked = authenticate(token, at)
          return checked.kind === 'refused' ? checked : { ...checked, validUntil }
        },
        checkSessions: async () => new Map([[sessionId, { validUntil, allowed: true }]]),
      },
    )
    const typing = setInterval(() => client.send('x'), 5)
    client.on('close', () => clearInterval(typing))
    const ends = await Promise.all([closing(client), closing(upstream)])
    expect(ends.map(([code]) => code)).toEqual([4401, 4401])
  })

  it('T-78: ends with 4403 when the session is no longer allowed', async () => {
    let allowed = true
    const { client, upstream } = await openTerminalPair(
      {},
      {
        limits: { sessionCheckSeconds: 0.02 },
        checkSessions: async () => new Map([[sessionId, { validUntil: new Date(), allowed }]]),
      },
    )
    client.send('ls')
    expect(await nextMessage(client)).toBe('ls')
    const ends = Promise.all([closing(client), closing(upstream)])
    allowed = false
    expect((await ends).map(([code]) => code)).toEqual([4403, 4403])
  })

  it('T-78: ends with 4403 when all tokens are revoked', async () => {
    let revoked: readonly string[] = []
    const { client } = await openTerminalPair(
      {},
      {
        limits: { revocationPollSeconds: 0.02 },
        revokedKeys: () => revoked,
      },
    )
    revoked = ['one']
    expect((await closing(client))[0]).toBe(4403)
  })
})

describe('the heartbeat', () => {
  it('leaves a terminal alone that answers, however long it is idle', async () => {
    const { client, gateway } = await openTerminalPair({}, { limits: { heartbeatSeconds: 0.15 } })
    for (let count = 0; count < 3; count += 1) await once(client, 'ping')
    expect(gateway.bridge.count()).toBe(1)
  })

  it('ends a terminal whose client does not answer', async () => {
    const { gateway, upstream } = await openTerminalPair({}, { limits: { heartbeatSeconds: 0.15 } })
    const raw = send(gateway.port, handshakeText()).resume()
    await once(raw, 'close')
    await vacant(gateway, 1)
    expect(upstream.readyState).toBe(WebSocket.OPEN)
  })

  it('ends a terminal whose backend does not answer', async () => {
    const backend = await startTerminalBackend({ onSocket: (socket) => socket.pause() })
    const limits = { heartbeatSeconds: 0.02 }
    const gateway = await startTerminalGateway(backend, { limits })
    const client = await openTerminal(gateway)
    expect((await closing(client))[0]).toBe(1011)
  })
})

describe('closing the bridge', () => {
  it('ends every terminal with 1012 and fulfils when the last is gone', async () => {
    const { client, upstream, gateway } = await openTerminalPair()
    const other = await openTerminal(gateway)
    const ends = [client, other, upstream].map(closing)
    await gateway.bridge.close(50)
    expect(gateway.bridge.count()).toBe(0)
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([1012, 1012, 1012])
  })

  it('spreads the ends over the grace period', async () => {
    const backend = await startTerminalBackend()
    const gateway = await startTerminalGateway(backend)
    const clients = [await openTerminal(gateway), await openTerminal(gateway)]
    const [first, second] = clients.map(closing)
    const closed = gateway.bridge.close(200)
    await first
    expect(gateway.bridge.count()).toBeGreaterThan(0)
    await second
    await closed
  })

  it('takes no more, and gives up what is being opened', async () => {
    const asked = Promise.withResolvers<void>()
    const backend = await startRawBackend((socket) => socket.once('data', () => asked.resolve()))
    const gateway = await startTerminalGateway(backend)
    const waiting = send(gateway.port, handshakeText())
    await asked.promise
    await gateway.bridge.close(0)
    const late = send(gateway.port, handshakeText())
    for (const socket of [waiting, late]) {
      const [data] = (await once(socket, 'data')) as [Buffer]
      expect(data.toString()).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5\r/i)
    }
  })

  it('does not wait longer than it takes to cut off who does not answer', async () => {
    const backend = await startTerminalBackend({ onSocket: (socket) => socket.pause() })
    const gateway = await startTerminalGateway(backend, { limits: { closeSeconds: 0.05 } })
    await openTerminal(gateway)
    await expect(gateway.bridge.close(0)).resolves.toBeUndefined()
  })
})

function vacant(gateway: { readonly bridge: { count(): number } }, count = 0) {
  return until(() => gateway.bridge.count() === count)
}
