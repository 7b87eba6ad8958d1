import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
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
