/**
 * What most people write. Arguments: the backend's port, and the secret. It tells its parent the
 * port.
 */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import express, { type Request } from 'express'
import { expressjwt } from 'express-jwt'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { tellPort } from '../../processes/tell-port.ts'
import { type Claims, identityHeaders } from './identity.ts'

const [, , backend, secret = ''] = process.argv
const app = express()
// So that it prints no refusals.
app.set('env', 'test')
app.use(expressjwt({ secret, algorithms: ['HS256'] }))
app.use((request: Request & { readonly auth?: Claims }, _response, next) => {
  const identity = identityHeaders(request.auth ?? {})
  Object.assign(request.headers, identity, { 'x-request-id': randomUUID() })
  next()
})
app.use(
  createProxyMiddleware({
    target: `http://127.0.0.1:${backend}`,
    pathFilter: '/api',
    xfwd: true,
    // Without one there would be a new connection for each request.
    agent: new Agent({ keepAlive: true, maxSockets: 64 }),
  }),
)
const server = app.listen(0, '127.0.0.1', () => tellPort(server.address()))
