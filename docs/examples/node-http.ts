/** Under `node:http` alone: the routes below `/identity`, and a page that needs a token. */
import { createServer } from 'node:http'
import { openGatehouse, printMails } from '@gatehouse/embed'
import { sqlite } from '@gatehouse/embed/sqlite'

const { DATA_DIR = 'data', PORT = '3000' } = process.env

const gate = await openGatehouse({
  records: sqlite({ folder: DATA_DIR }),
  mailer: printMails(),
  settings: { issuer: 'shop' },
  // No router takes the prefix off, so the routes have to know it.
  http: { prefix: '/identity' },
  onError: console.error,
})

const server = createServer((request, response) => {
  // Answers 404 to what is neither its own nor handled here.
  if (request.url !== '/orders') return void gate.node(request, response)
  void gate.requireAuth(request, response, () => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ of: gate.claimsOf(request)?.username }))
  })
})
server.listen(Number(PORT), '127.0.0.1')
process.once('SIGTERM', () => server.close(() => void gate.close()))
