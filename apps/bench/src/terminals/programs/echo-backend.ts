/** A backend that sends every message back. It tells its parent the port. */
import { WebSocketServer } from 'ws'
import { tellPort } from '../../processes/tell-port.ts'

const server = new WebSocketServer({
  host: '127.0.0.1',
  port: 0,
  backlog: 4096,
  clientTracking: false,
  perMessageDeflate: false,
})
server.on('connection', (socket) => {
  socket.on('error', () => socket.terminate())
  socket.on('message', (data, binary) => socket.send(data, { binary }))
})
server.on('listening', () => tellPort(server.address()))
