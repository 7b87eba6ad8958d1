/** Under Express: the routes as a router, and `requireAuth` as middleware. */
import { openGatehouse, printMails } from '@gatehouse/embed'
import { sqlite } from '@gatehouse/embed/sqlite'
import express from 'express'

const { DATA_DIR = 'data', PORT = '3000' } = process.env

const gate = await openGatehouse({
  records: sqlite({ folder: DATA_DIR }),
  mailer: printMails(),
  settings: { issuer: 'shop' },
  onError: console.error,
})

const app = express()
// In front of the parser, so that a body that is no JSON is answered by the routes as well.
app.use('/identity', gate.node)
app.use(express.json())
app.get('/orders', gate.requireAuth, (request, response) => {
  response.json({ of: gate.claimsOf(request)?.username })
})

const server = app.listen(Number(PORT), '127.0.0.1')
process.once('SIGTERM', () => server.close(() => void gate.close()))
