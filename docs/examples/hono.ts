/** Under Hono on Node, as under every server of the Fetch standard: requests in, responses out. */
import { openGatehouse, printMails } from '@gatehouse/embed'
import { sqlite } from '@gatehouse/embed/sqlite'
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'

const { DATA_DIR = 'data', PORT = '3000' } = process.env

const gate = await openGatehouse({
  records: sqlite({ folder: DATA_DIR }),
  mailer: printMails(),
  settings: { issuer: 'shop' },
  onError: console.error,
})

const app = new Hono<{ Bindings: HttpBindings }>()

// The standard says nothing of addresses, and limits count by them.
app.mount('/identity', (request, { incoming }: HttpBindings) =>
  gate.fetch(request, { address: incoming.socket.remoteAddress }),
)

app.get('/orders', async (context) => {
  // After a pause of the process, what has ended meanwhile is read first.
  await gate.whenFresh()
  const claims = gate.claimsOf(context.req.raw)
  if (claims) return context.json({ of: claims.username })
  return context.body(null, 401, { 'www-authenticate': 'Bearer' })
})

const server = serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' })
process.once('SIGTERM', () => server.close(() => void gate.close()))
