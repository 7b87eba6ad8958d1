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

it('holds a piece that is chosen, and what comes after it, until it may go on', async () => {
  let go = () => {}
  const hold = new Promise<void>((resolve) => {
    go = resolve
  })
  relay.choose((piece) => (piece.includes('stop') ? { hold } : 'pass'))
  client.write('first ')
  expect(await allOf('first '.length)).toBe('first ')
  const rest = allOf('stop last'.length)
  client.write('stop ')
  await new Promise((resolve) => setTimeout(resolve, 20))
  client.write('last')
  const isHeld = await Promise.race([rest, new Promise((resolve) => setTimeout(resolve, 100))])
  expect(isHeld).toBeUndefined()
  go()
  expect(await rest).toBe('stop last')
})

it('loses the answer to a piece that is chosen, which has arrived', async () => {
  const arrived = once(far, 'data')
  relay.choose(() => 'cut answer')
  const ended = closed(client)
  client.on('data', () => {
    throw new Error('the answer came')
  })
  client.write('commit')
  expect(String((await arrived)[0])).toBe('commit')
  expect(await ended).toBe('closed')
})

it('swallows all that comes after a piece that is chosen', async () => {
  relay.choose((piece) => (piece.includes('last') ? 'swallow' : 'pass'))
  client.write('last')
  await new Promise((resolve) => setTimeout(resolve, 20))
  relay.choose(() => 'pass')
  client.write('lost')
  const other = open()
  other.write('new')
  const [answer] = await once(other, 'data')
  expect(String(answer)).toBe('new')
  other.destroy()
  expect(client.bytesRead).toBe(0)
})

it('refuses connections, and leads to another server', async () => {
  const ends = closed(client)
  relay.refuse(true)
  await ends
  await closed(open())
  relay.refuse(false)
  const other = createServer((socket) => socket.on('error', () => undefined).end('another'))
  await once(other.listen(0, '127.0.0.1'), 'listening')
  relay.lead((other.address() as AddressInfo).port)
  client = open()
  expect(await allOf('another'.length)).toBe('another')
  other.close()
})

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
