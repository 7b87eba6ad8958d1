/** The least that Node can do: bytes from socket to socket. Its argument is the backend's port. */
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { tellPort } from '../../processes/tell-port.ts'

const [, , backend] = process.argv
const server = createServer()
server.on('upgrade', (request: IncomingMessage, stream: Duplex) => {
  const client = stream as Socket
  const upstream = connect(Number(backend), '127.0.0.1')
  client.setTimeout(0)
  for (const socket of [client, upstream]) socket.setNoDelay()
  upstream.write(headOf(request))
  pass(client, upstream)
  pass(upstream, client)
})
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => tellPort(server.address()))

function headOf({ url, rawHeaders }: IncomingMessage): string {
  const lines = [`GET ${url} HTTP/1.1`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}

function pass(from: Socket, to: Socket): void {
  from.on('data', (data) => {
    if (!to.write(data)) from.pause()
  })
  to.on('drain', () => from.resume())
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
}
