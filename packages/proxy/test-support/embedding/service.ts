import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import {
  createAuthenticatingProxy,
  createUndiciEngine,
  problemRenderer as renderer,
} from '@gatehouse/proxy'
import { authenticate } from './authenticate.ts'

const engine = createUndiciEngine({
  backendUrl: process.env.BACKEND_URL ?? 'http://127.0.0.1:9000',
  timeoutSeconds: 30,
  maxConnections: 64,
  renderer,
  log: console,
})
const proxy = createAuthenticatingProxy({ engine, authenticate, protocol: 'http', renderer })

const server = createServer((request, response) => {
  const address = request.socket.remoteAddress ?? ''
  const requestId = randomUUID()
  const answerHeaders = ['X-Request-Id', requestId]
  const receivedAt = new Date()
  const context = { address, network: address, receivedAt, requestId, answerHeaders }
  proxy.forward(request, response, context)
})
server.listen(Number(process.env.PORT ?? 3000))
