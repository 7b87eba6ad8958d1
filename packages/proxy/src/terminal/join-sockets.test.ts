import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import { joinSockets } from './join-sockets.ts'

describe('joinSockets', () => {
  it('T-80: stops reading from one side while the other is behind, and then goes on', () => {
    const { client, upstream } = join()
    upstream.says(60)
    expect(upstream.isPaused).toBe(false)
    upstream.says(60)
    expect(upstream.isPaused).toBe(true)
    client.takes(60)
    expect(upstream.isPaused).toBe(true)
    client.takes(10)
    expect(upstream.isPaused).toBe(false)
    expect(client.isPaused).toBe(false)
  })

  it('T-80: does so the other way round', () => {
    const { client, upstream } = join()
    client.says(101)
    expect([client.isPaused, upstream.isPaused]).toEqual([true, false])
    upstream.takes(101)
    expect(client.isPaused).toBe(false)
  })

  it('reads on from a side that has to answer a close', () => {
    const { client, upstream, joined } = join()
    upstream.says(200)
    expect(upstream.isPaused).toBe(true)
    joined.close(4401, 'over')
    expect(upstream.isPaused).toBe(false)
    expect([client.closedWith, upstream.closedWith]).toEqual([4401, 4401])
  })

  it('passes nothing on once it is closing', () => {
    const { client, upstream, joined } = join()
    joined.close(4401, 'over')
    client.says(5)
    expect(upstream.bufferedAmount).toBe(0)
  })

  it('ends with the code that was first, when both sides are closed', async () => {
    const { client, upstream, joined } = join()
    client.ends(4000)
    expect(upstream.closedWith).toBe(4000)
    upstream.ends(4001)
    expect(await joined.ended).toBe(4000)
  })

  it('starts reading from both sides', () => {
    const client = createSocket()
    client.pause()
    joinSockets(watched(client), watched(createSocket()), options)
    expect(client.isPaused).toBe(false)
  })
})

describe('the heartbeat', () => {
  it('ends a side that shows no life', () => {
    const { client, joined } = join()
    joined.ping()
    client.bytesRead += 2
    joined.ping()
    expect(client.isTerminated).toBe(false)
    joined.ping()
    expect(client.isTerminated).toBe(true)
  })

  it('takes a part of a message for life', () => {
    const { client, joined } = join()
    for (let count = 0; count < 3; count += 1) {
      joined.ping()
      client.bytesRead += 1000
    }
    expect(client.isTerminated).toBe(false)
  })

  it('does not blame a side that is not read from', () => {
    const { upstream, joined } = join()
    upstream.says(200)
    for (let count = 0; count < 3; count += 1) joined.ping()
    expect(upstream.isTerminated).toBe(false)
  })

  it('takes it for life when a slow side takes what waits for it', () => {
    const { client, upstream, joined } = join()
    upstream.says(50)
    upstream.says(50)
    joined.ping()
    // The ping comes last.
    for (const bytes of [50, 50, 0]) client.takes(bytes)
    joined.ping()
    expect(client.isTerminated).toBe(false)
    joined.ping()
    expect(client.isTerminated).toBe(true)
  })
})

const options = { bufferBytes: 100, closeSeconds: 1 }

function join() {
  const client = createSocket()
  const upstream = createSocket()
  const joined = joinSockets(watched(client), watched(upstream), options)
  return { client, upstream, joined }
}

/** As much of a WebSocket as is used, with a peer that takes what it is told to. */
function createSocket() {
  const emitter = new EventEmitter()
  const waiting: ((() => void) | undefined)[] = []
  const socket = Object.assign(emitter, {
    readyState: WebSocket.OPEN as number,
    bufferedAmount: 0,
    bytesRead: 0,
    isPaused: false,
    isTerminated: false,
    closedWith: undefined as number | undefined,
    send(data: Uint8Array, _options: object, done?: () => void) {
      socket.bufferedAmount += data.length
      waiting.push(done)
    },
    pause() {
      socket.isPaused = true
    },
    resume() {
      socket.isPaused = false
    },
    ping(_data: unknown, _mask: unknown, done: () => void) {
      waiting.push(done)
    },
    close(code: number) {
      socket.closedWith = code
      socket.readyState = WebSocket.CLOSING
    },
    terminate() {
      socket.isTerminated = true
    },
    says: (bytes: number) => emitter.emit('message', Buffer.alloc(bytes), true),
    takes(bytes: number) {
      socket.bufferedAmount -= bytes
      waiting.shift()?.()
    },
    ends(code: number) {
      socket.readyState = WebSocket.CLOSED
      emitter.emit('close', code, Buffer.alloc(0))
    },
  })
  return socket
}

function watched(socket: ReturnType<typeof createSocket>) {
  return { socket: socket as unknown as WebSocket, connection: socket }
}
