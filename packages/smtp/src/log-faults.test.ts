import { type Mailer, NamedCause, PortError } from '@gatehouse/auth-core/ports'
import { createMemoryMailer } from '@gatehouse/auth-core/testing'
import { expect, it } from '@jest/globals'
import { otpMail } from '../test-support/mails.ts'
import { logFaults } from './log-faults.ts'

it('logs a reason and what to do once, however often it is met, until it changes', async () => {
  const { server, mailer, lines } = open()
  server.failWith(failure('connection_refused'))
  await probe(mailer)
  await probe(mailer)
  await deliver(mailer, 'mail-1')
  server.failWith(failure('login_refused 535'))
  await probe(mailer)
  await deliver(mailer, 'mail-1')
  server.failWith(null)
  await probe(mailer)
  await probe(mailer)
  expect(lines).toEqual([
    expect.stringMatching(/^warn connection_refused: mail is not sent: .*see its host and port/),
    expect.stringMatching(/^warn login_refused 535: mail is not sent: .*see user and password/),
    'info mail can be sent again',
  ])
})

it('does not take a refused sender for mended because the server answers a probe', async () => {
  const { server, mailer, lines } = open()
  for (let retry = 0; retry < 3; retry += 1) {
    server.failWith(failure('sender_refused 550'))
    await deliver(mailer, `mail-${retry}`)
    server.failWith(null)
    await probe(mailer)
  }
  expect(lines).toHaveLength(1)
  await deliver(mailer, 'mail-1')
  expect(lines.at(-1)).toBe('info mail can be sent again')
})

it('logs what one mail is refused for once for each such mail', async () => {
  const { server, mailer, lines } = open()
  for (const id of ['mail-1', 'mail-2', 'mail-1', 'mail-2']) {
    server.failWith(failure('recipient_delayed 450'))
    await deliver(mailer, id)
    server.failWith(null)
    await deliver(mailer, 'mail-3')
  }
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/^warn recipient_delayed 450: mail is not sent: /)
})

it('logs no more of a mail than the reason', async () => {
  const { server, mailer, lines } = open()
  server.failWith(failure('recipient_refused 550'))
  await deliver(mailer, 'mail-1')
  expect(JSON.stringify(lines)).not.toMatch(/example|mail-1|secret/)
})

function failure(reason: string): PortError {
  return new PortError('mailer', 'unavailable', new NamedCause(reason, 'a secret'))
}

function open() {
  const server = createMemoryMailer()
  const lines: string[] = []
  const mailer = logFaults(server, {
    warn: ({ reason }, text) => lines.push(`warn ${reason}: ${text}`),
    info: (text) => lines.push(`info ${text}`),
  })
  return { server, lines, mailer }
}

async function probe(mailer: Mailer): Promise<void> {
  await mailer.checkReady().catch(() => undefined)
}

async function deliver(mailer: Mailer, id: string): Promise<void> {
  await mailer.prepare(id, otpMail, 1).then(
    (delivery) => delivery.send(1),
    () => undefined,
  )
}
