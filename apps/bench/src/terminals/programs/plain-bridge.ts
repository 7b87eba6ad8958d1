/**
 * What most people write: two sockets of ws, and no checks. Its argument is the backend's port.
 */
import { createServer } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { tellPort } from '../../processes/tell-port.ts'

const [, , backend] = process.argv
const terminals = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
})
const server = createServer()
server.on('upgrade', (request, socket, head) => {
  const upstream = new WebSocket(`ws://127.0.0.1:${backend}${request.url ?? ''}`, {
    perMessageDeflate: false,
  })
  upstream.on('error', () => socket.destroy())
  upstream.on('open', () => {
    terminals.handleUpgrade(request, socket, head, (client) => join(client, upstream))
  })
})
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => tellPort(server.address()))

function join(client: WebSocket, upstream: WebSocket): void {
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.on('message', (data, binary) => to.send(data, { binary }))
    from.on('error', () => to.terminate())
    from.on('close', () => to.close())
  }
}
