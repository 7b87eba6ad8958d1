/**
 * Fastify's own plugins. Arguments: the backend's port, and the secret. It tells its parent the
 * port.
 */
import { fastifyHttpProxy } from '@fastify/http-proxy'
import { fastifyJwt } from '@fastify/jwt'
import { fastify } from 'fastify'
import { tellPort } from '../../processes/tell-port.ts'
import { type Claims, identityHeaders } from './identity.ts'

const [, , backend, secret = ''] = process.argv
const app = fastify()
await app.register(fastifyJwt, { secret, verify: { algorithms: ['HS256'] } })
app.addHook('onRequest', async (request) => {
  await request.jwtVerify()
})
await app.register(fastifyHttpProxy, {
  upstream: `http://127.0.0.1:${backend}`,
  prefix: '/api',
  rewritePrefix: '/api',
  replyOptions: {
    rewriteRequestHeaders: (request, headers) => ({
      ...headers,
      ...identityHeaders(request.user as Claims),
      'x-forwarded-for': request.ip,
      'x-forwarded-proto': request.protocol,
      'x-forwarded-host': request.host,
      'x-request-id': request.id,
    }),
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
tellPort(app.server.address())
