/** With ports of other makes: mails over HTTP, passwords in htpasswd files, counters in Redis. */
import { createServer } from 'node:http'
import { openGatehouse } from '@gatehouse/embed'
import { sqlite } from '@gatehouse/embed/sqlite'
import { createHtpasswdCredentialStore } from './adapters/htpasswd/htpasswd-credential-store.ts'
import { createHttpMailer } from './adapters/http-mail/http-mailer.ts'
import { createRedisRateLimiter } from './adapters/redis/redis-rate-limiter.ts'

const { DATA_DIR = 'data', PORT = '3000', PASSWORDS_DIR = 'passwords' } = process.env
const { MAIL_API = 'http://127.0.0.1:8025/', REDIS_URL = 'redis://127.0.0.1:6379' } = process.env

const rateLimiter = createRedisRateLimiter({ url: REDIS_URL })
const gate = await openGatehouse({
  records: sqlite({ folder: DATA_DIR }),
  credentials: createHtpasswdCredentialStore({ folder: PASSWORDS_DIR }),
  mailer: createHttpMailer({ url: MAIL_API, apiKey: process.env.MAIL_API_KEY ?? '' }),
  rateLimiter,
  settings: { issuer: 'shop' },
  http: { prefix: '/identity' },
  onError: console.error,
})

const server = createServer((request, response) => {
  if (request.url !== '/orders') return void gate.node(request, response)
  void gate.requireAuth(request, response, () => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ of: gate.claimsOf(request)?.username }))
  })
})
server.listen(Number(PORT), '127.0.0.1')

async function close(): Promise<void> {
  await gate.close()
  // What you have opened is yours to close.
  rateLimiter.close()
}
process.once('SIGTERM', () => server.close(() => void close()))
