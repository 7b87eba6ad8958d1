import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { mailerContract, registerContract } from '@gatehouse/auth-core/contracts'
import type { Mail } from '@gatehouse/auth-core/ports'
import { createHttpMailer } from './http-mailer.ts'

const apiKey = 'a-key-of-the-web-service'
const servers: Server[] = []
const taken: { readonly id: string; readonly mail: Mail }[] = []

const contract = mailerContract({
  open: () => openMailer(200),
  openRejecting: () => openMailer(422),
  openBusy: () => openMailer(503),
  openSilent: () => openMailer('nothing'),
  openBroken: async () => createHttpMailer({ url: 'http://127.0.0.1:1/', apiKey }),
  received: async () =>
    taken.map(({ id, mail }) => ({ messageId: id, to: mail.to, text: JSON.stringify(mail) })),
})

registerContract({ describe, it }, 'HTTP', contract)

it('keeps a mail for later when its own key is refused', async () => {
  const mailer = await openMailer(401)
  const mail: Mail = {
    ...{ kind: 'otp', to: 'ada@example.com', organization: 'Acme', code: '012345', minutes: 5 },
  }
  const delivery = await mailer.prepare('mail-1', mail, 10)
  await assert.rejects(delivery.send(10), { port: 'mailer', failure: 'unavailable' })
})

it('sends nothing in the clear, except on this machine', () => {
  const open = (url: string) => createHttpMailer({ url, apiKey })
  assert.throws(() => open('http://mails.example.com/'), TypeError)
  assert.ok(open('https://mails.example.com/'))
})

after(() => {
  for (const server of servers) server.close().closeAllConnections()
})

/** A mailer whose service takes every mail, refuses every one with this status, or never answers. */
async function openMailer(status: number | 'nothing') {
  const server = createServer((request, response) => {
    if (status !== 'nothing') void answer(request, response, status)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return createHttpMailer({ url: `http://127.0.0.1:${port}/`, apiKey })
}

async function answer(request: IncomingMessage, response: ServerResponse, status: number) {
  const isKnown = request.headers.authorization === `Bearer ${apiKey}`
  if (request.method === 'POST' && status === 200 && isKnown) {
    taken.push((await json(request)) as (typeof taken)[number])
  }
  response.writeHead(isKnown ? status : 401).end()
}
