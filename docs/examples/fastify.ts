/** Under Fastify: the routes in a plugin whose bodies it leaves alone, and a hook for what needs a token. */
import { openGatehouse, printMails } from '@gatehouse/embed'
import { sqlite } from '@gatehouse/embed/sqlite'
import fastify from 'fastify'

const { DATA_DIR = 'data', PORT = '3000' } = process.env

const gate = await openGatehouse({
  records: sqlite({ folder: DATA_DIR }),
  mailer: printMails(),
  settings: { issuer: 'shop' },
  // Fastify hands requests over as they came, with the prefix.
  http: { prefix: '/identity' },
  onError: console.error,
})

const app = fastify()

app.register(async (identity) => {
  // The routes read bodies themselves, with their own limit and their own errors.
  identity.removeAllContentTypeParsers()
  identity.addContentTypeParser('*', (_request, _payload, done) => done(null))
  identity.all('/identity/*', (request, reply) => {
    reply.hijack()
    return gate.node(request.raw, reply.raw)
  })
})

app.route({
  method: 'GET',
  url: '/orders',
  // A request without a good token is answered here, and the handler does not run.
  preHandler(request, reply, done) {
    void gate.requireAuth(request.raw, reply.raw, done)
  },
  handler: async (request) => ({ of: gate.claimsOf(request)?.username }),
})

await app.listen({ port: Number(PORT), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close().then(() => gate.close()))
