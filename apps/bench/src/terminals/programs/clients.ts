/**
 * Many clients in one process, on bare sockets, so that they cost little. Arguments: `echo` or
 * `idle`, the port, the request target, and how many. It tells its parent when all are open; after
 * that, those that echo send a message of 64 bytes each time the last one has come back, and any
 * message from the parent is answered with how many came back so far.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const [, , mode, port, target, count] = process.argv
const payloadBytes = 64
const mask = randomBytes(4)
const message = Buffer.concat([
  Buffer.from([0x82, 0x80 | payloadBytes]),
  mask,
  Buffer.alloc(payloadBytes, 'x').map((byte, index) => byte ^ (mask[index % 4] ?? 0)),
])
const echoBytes = 2 + payloadBytes
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const openAtOnce = 50
let echoes = 0

const sockets: Socket[] = []
while (sockets.length < Number(count)) {
  const some = Math.min(openAtOnce, Number(count) - sockets.length)
  sockets.push(...(await Promise.all(Array.from({ length: some }, open))))
}
process.on('message', () => process.send?.({ echoes }))
process.on('disconnect', () => process.exit())
process.send?.({ open: sockets.length })
for (const socket of sockets) {
  if (mode === 'echo') echo(socket)
  else stayAlive(socket)
}

async function open(_value: unknown, index: number): Promise<Socket> {
  // Several addresses, so that there are enough ports.
  const localAddress = `127.0.0.${2 + (index % 50)}`
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress })
  socket.setNoDelay()
  socket.write(
    [
      `GET ${target} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  )
  const [head] = (await once(socket, 'data')) as [Buffer]
  if (!head.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(head.toString())
  return socket
}

function echo(socket: Socket): void {
  let received = 0
  socket.on('data', (data) => {
    received += data.length
    while (received >= echoBytes) {
      received -= echoBytes
      echoes += 1
      socket.write(message)
    }
  })
  socket.write(message)
}

function stayAlive(socket: Socket): void {
  // Only pings arrive.
  socket.on('data', () => socket.write(pong))
}
