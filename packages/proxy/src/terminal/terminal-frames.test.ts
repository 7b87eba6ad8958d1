import { once } from 'node:events'
import { until } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import {
  afterTest,
  closing,
  openTerminalPair,
  rawSocket,
  type TerminalPair,
} from '../../testing/index.ts'

const mebibyte = 1024 * 1024

/** Everything holds either way. */
const directions = [
  ['a client', ({ client, upstream }: TerminalPair) => ({ from: client, to: upstream })],
  ['a backend', ({ client, upstream }: TerminalPair) => ({ from: upstream, to: client })],
] as const

describe.each(directions)('frames of %s', (_who, along) => {
  it('T-80: arrive as the one message they are the parts of', async () => {
    const { from, to } = along(await silentPair())
    const received = once(to, 'message')
    const text = Buffer.from('zwei Zeichen: ü€')
    // Both cuts are within a character.
    const cuts = [text.subarray(0, 15), text.subarray(15, 18), text.subarray(18)]
    from.send(cuts[0] ?? '', { fin: false, binary: false })
    from.ping('between')
    from.send(cuts[1] ?? '', { fin: false, binary: false })
    from.send(cuts[2] ?? '', { fin: true, binary: false })
    const [data, isBinary] = (await received) as [Buffer, boolean]
    expect([data.toString(), isBinary]).toEqual([text.toString(), false])
  })

  it('T-80: arrive byte for byte, whatever their size', async () => {
    const { from, to } = along(await silentPair())
    const sizes = [0, 1, 125, 126, 127, 65_535, 65_536, mebibyte]
    const received: Buffer[] = []
    to.on('message', (data) => received.push(data as Buffer))
    const sent = sizes.map((size) => Buffer.alloc(size, `${size} bytes;`))
    // A client of ws masks what it sends where it lies.
    for (const message of sent) from.send(Buffer.from(message))
    await until(() => received.length === sizes.length)
    expect(received.map((data, index) => data.equals(sent[index] ?? Buffer.of()))).toEqual(
      sizes.map(() => true),
    )
  })

  it('T-80: have their pings answered, with what was in them', async () => {
    const { from } = along(await silentPair())
    const answer = once(from, 'pong')
    from.ping('are you there?')
    const [data] = (await answer) as [Buffer]
    expect(data.toString()).toBe('are you there?')
  })

  it.each([
    ['text that is no UTF-8', (end: WebSocket) => sendText(end, Buffer.from('fffe', 'hex')), 1007],
    ['text cut off in a character', (end: WebSocket) => sendText(end, Buffer.of(0xc3)), 1007],
    ['what is said to be compressed', (end: WebSocket) => sendHead(end, 0xc1, 0), 1002],
    ['a mask where none belongs, or none', (end: WebSocket) => sendOddlyMasked(end), 1002],
    ['a long ping', (end: WebSocket) => sendHead(end, 0x89, 126), 1002],
    ['a ping in parts', (end: WebSocket) => sendHead(end, 0x09, 0), 1002],
    ['a head that says 100 MB', (end: WebSocket) => sendLength(end, 100 * mebibyte), 1009],
    ['a head that says one byte too many', (end: WebSocket) => sendLength(end, mebibyte + 1), 1009],
    ['parts that are too many together', (end: WebSocket) => sendParts(end, 2000, 800), 1009],
    ['parts that are too many', (end: WebSocket) => sendParts(end, 6000, 1), 1008],
    ['parts of nothing', (end: WebSocket) => sendParts(end, 6000, 0), 1008],
  ])('T-80: end the terminal with %s', async (_what, send, code) => {
    const pair = await silentPair()
    const { from, to } = along(pair)
    const ends = Promise.all([closing(from), closing(to)])
    send(from)
    const [[atFault], [other]] = await ends
    expect([atFault, other]).toEqual([code, code === 1009 ? 1009 : 1011])
    await until(() => pair.gateway.bridge.count() === 0)
  })

  it('T-80: end the terminal when they come byte by byte', async () => {
    const { from } = along(await silentPair({ maxPayloadBytes: 10_000 }))
    const end = closing(from)
    sendLength(from, 10_000)
    const connection = rawSocket(from)
    for (let count = 0; count < 5000 && from.readyState === WebSocket.OPEN; count += 1) {
      await new Promise<void>((resolve) => connection.write('x', () => setImmediate(resolve)))
    }
    expect((await end)[0]).toBe(1008)
  })

  it('T-80: wait for whoever is to read them', async () => {
    const { from, to } = along(await silentPair())
    const messages = 24
    to.pause()
    for (let count = 0; count < messages; count += 1) from.send(Buffer.alloc(mebibyte, 'x'))
    // The system's buffers take what they can; the rest stays where it is.
    const settled = await steady(() => from.bufferedAmount)
    expect(settled).toBeGreaterThan((messages / 2) * mebibyte)
    let bytes = 0
    to.on('message', (data) => {
      bytes += (data as Buffer).length
    })
    to.resume()
    await until(() => bytes === messages * mebibyte)
  })

  it('T-80: cut off in the middle by a reset end the terminal, and nothing else', async () => {
    const pair = await silentPair()
    const { from, to } = along(pair)
    const end = closing(to)
    sendLength(from, 1000)
    rawSocket(from).resetAndDestroy()
    expect(await end).toEqual([1011, 'The other side is gone'])
    await until(() => pair.gateway.bridge.count() === 0)
  })
})

async function silentPair(limits: { readonly maxPayloadBytes?: number } = {}) {
  const pair = await openTerminalPair({ onSocket: () => undefined }, { limits })
  afterTest(() => pair.client.terminate())
  return pair
}

function isClient(end: WebSocket): boolean {
  return end.url !== undefined
}

function sendText(end: WebSocket, bytes: Buffer): void {
  end.send(bytes, { binary: false })
}

/** The first two bytes of a frame, and a mask of zeros where one has to be. */
function sendHead(end: WebSocket, first: number, length: number): void {
  const mask = isClient(end) ? [0, 0, 0, 0] : []
  rawSocket(end).write(Buffer.from([first, isClient(end) ? length | 0x80 : length, ...mask]))
}

function sendOddlyMasked(end: WebSocket): void {
  rawSocket(end).write(isClient(end) ? Buffer.from([0x82, 0]) : Buffer.from([0x82, 0x80, 0, 0, 0]))
}

/** The head of a message of so many bytes. */
function sendLength(end: WebSocket, bytes: number): void {
  const head = Buffer.alloc(isClient(end) ? 14 : 10)
  head[0] = 0x82
  head[1] = isClient(end) ? 0xff : 0x7f
  head.writeBigUInt64BE(BigInt(bytes), 2)
  rawSocket(end).write(head)
}

/** A message without an end. */
function sendParts(end: WebSocket, count: number, bytes: number): void {
  for (let part = 0; part < count; part += 1) end.send(Buffer.alloc(bytes), { fin: false })
}

/** Waits until a number has stopped changing. */
async function steady(read: () => number): Promise<number> {
  let last = Number.NaN
  let same = 0
  await until(() => {
    same = read() === last ? same + 1 : 0
    last = read()
    return same > 40
  })
  return last
}
