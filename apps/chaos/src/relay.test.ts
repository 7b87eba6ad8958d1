import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { eventually } from '@gatehouse/gateway/testing'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { type Relay, startRelay } from './relay.ts'

let echo: Server
let relay: Relay
let client: Socket
let far: Socket

beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.pipe(socket)
  })
  await once(echo.listen(0, '127.0.0.1'), 'listening')
  relay = await startRelay((echo.address() as AddressInfo).port)
  const accepted = once(echo, 'connection')
  client = open()
  ;[far] = (await accepted) as [Socket]
})

afterEach(async () => {
  client.destroy()
  await relay.close()
  echo.close()
})

it('hands on what comes, in order, also while it is slow', async () => {
  const sent = Array.from({ length: 50 }, (_, index) => `piece ${index};`)
  const received = allOf(sent.join('').length)
  for (const [index, piece] of sent.entries()) {
    relay.delay(index % 2 === 0 ? 20 : 0)
    client.write(piece)
    if (index % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(await received).toBe(sent.join(''))
})

it('resets both sides when it is cut, and takes new connections', async () => {
  const ends = Promise.all([closed(client), closed(far)])
  relay.cut()
  await ends
  client = open()
  client.write('again')
  expect(await allOf('again'.length)).toBe('again')
})

it('ends one side when the other ends', async () => {
  const ended = closed(client)
  far.end()
  expect(await ended).toBe('closed')
})

it.each([1, 2, 3, 4, 5])(
  'leaves no connection behind that it cuts %i ticks after its end',
  async (ticks) => {
    const others = Promise.all([closed(client), closed(far)])
    relay.cut()
    await others
    const before = openSockets()
    const near = new Promise<Socket>((resolve) => {
      subscribe('net.server.socket', function take(message) {
        unsubscribe('net.server.socket', take)
        resolve(Object(message).socket)
      })
    })
    const another = open()
    const gone = closed(another)
    ;(await near).once('end', () => inTicks(ticks, () => relay.cut()))
    another.end()
    await gone
    await eventually('the end of all', () => openSockets() <= before || undefined, 5_000)
  },
)

function inTicks(ticks: number, action: () => void): void {
  process.nextTick(ticks > 1 ? () => inTicks(ticks - 1, action) : action)
}

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
}

function open(): Socket {
  const socket = connect(relay.port, '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}

function closed(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once('close', () => resolve('closed')))
}

function allOf(length: number): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    client.on('data', (data: Buffer) => {
      text += data.toString()
      if (text.length >= length) resolve(text)
    })
  })
}
