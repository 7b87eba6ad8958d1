import { inspect } from 'node:util'
import { type Mail, PortError } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import type { SMTPServerOptions } from 'smtp-server'
import { openMailSink } from '../test-support/mail-sink.ts'
import { otpMail, resetMail, secrets } from '../test-support/mails.ts'
import { deliver, openMailer } from '../test-support/open-mailer.ts'
import { openRawServer, speakSmtp } from '../test-support/raw-server.ts'
import type { SmtpMailerOptions } from './smtp-mailer.ts'

const hasty = { connectionMs: 200, greetingMs: 200, silenceMs: 200, readyMs: 5_000 }

describe('a mail that cannot be delivered', () => {
  it.each([
    ['RCPT', '550 5.1.1 No such user', 'rejected'],
    ['RCPT', '553 5.1.3 Bad address', 'rejected'],
    ['RCPT', '450 4.2.0 Greylisted', 'unavailable'],
    ['RCPT', '503 5.5.1 Bad sequence of commands', 'unavailable'],
    ['RCPT', '530 5.7.0 Authentication required', 'unavailable'],
    ['RCPT', '421 4.7.0 Too many connections', 'unavailable'],
    ['DATA', '554 5.5.1 No valid recipients', 'rejected'],
    ['DATA', '451 4.3.0 Local error', 'unavailable'],
    ['END OF DATA', '554 5.7.1 Spam', 'rejected'],
    ['END OF DATA', '452 4.3.1 Disk full', 'unavailable'],
    ['MAIL', '550 5.7.1 Sender not allowed', 'unavailable'],
    ['MAIL', '530 5.7.0 Must issue a STARTTLS command first', 'unavailable'],
    ['EHLO', '554 5.3.2 Not accepting mail', 'unavailable'],
  ])('answered %s with %s, is %s', async (command, reply, failure) => {
    const server = await openRawServer((socket) => {
      speakSmtp(socket, (asked) =>
        asked.toUpperCase() === command || (command === 'EHLO' && asked === 'HELO')
          ? `${reply}\r\n`
          : undefined,
      )
    })
    expect(await failureOf(server.url)).toMatchObject({ port: 'mailer', failure })
  })

  it('is rejected when the server refuses its recipient, and the next one still arrives', async () => {
    const sink = await openMailSink({
      onRcptTo({ address }, _, answer) {
        answer(address.startsWith('gone') ? refusal(550, 'No such user') : null)
      },
    })
    const mailer = openMailer(sink.url)
    const gone = deliver(mailer, { id: 'mail-1', mail: { ...otpMail, to: 'gone@example.com' } })
    await expect(gone).rejects.toMatchObject({ failure: 'rejected' })
    await deliver(mailer, { id: 'mail-2', mail: otpMail })
    expect(sink.onlyMail().recipients).toEqual([otpMail.to])
  })

  it('tells the operator which reply it was', async () => {
    const sink = await openMailSink({
      onRcptTo: (_, __, answer) => answer(refusal(550, 'Relay access\u0007denied')),
    })
    expect(inspect(await failureOf(sink.url))).toContain(
      'EENVELOPE at RCPT TO 550 Relay access denied',
    )
  })

  it('takes no code and no link along, even when the server quotes them', async () => {
    const sink = await openMailSink({
      onData(stream, _, answer) {
        stream.resume().on('end', () => answer(refusal(554, JSON.stringify([otpMail, resetMail]))))
      },
    })
    for (const mail of [otpMail, resetMail]) {
      const seen = inspect(await failureOf(sink.url, { mail }), { depth: null, showHidden: true })
      expect(seen).toContain('EMESSAGE at DATA 554')
      for (const secret of Object.values(secrets)) expect(seen).not.toContain(secret)
    }
  })

  it('can be tried again when nobody listens', async () => {
    const { url } = await closedServer()
    expect(await failureOf(url)).toMatchObject({ failure: 'unavailable' })
    expect(inspect(await failureOf(url))).toContain('ECONNREFUSED')
  })

  it('can be tried again when the login is refused, and nothing shows the password', async () => {
    const sink = await openMailSink(
      withLogin((_, __, answer) => answer(refusal(535, 'no hunter2-hunter2 here'))),
    )
    const failure = await failureOf(sink.url.replace('//', '//gate:hunter2-hunter2@'))
    expect(failure).toMatchObject({ failure: 'unavailable' })
    expect(inspect(failure)).toContain('EAUTH')
    expect(inspect(failure, { depth: null, showHidden: true })).not.toContain('hunter2')
    expect(sink.mails).toEqual([])
  })

  it('can be tried again when the connection is cut in the middle', async () => {
    const server = await openRawServer((socket) => {
      speakSmtp(socket, (command) => {
        if (command === 'DATA') socket.destroy()
        return undefined
      })
    })
    expect(await failureOf(server.url)).toMatchObject({ failure: 'unavailable' })
  })

  it('times out when the server never greets', async () => {
    const server = await openRawServer(() => {})
    expect(await failureOf(server.url, { timeouts: hasty })).toMatchObject({ failure: 'timeout' })
  })

  it('times out when the server falls silent after the mail', async () => {
    const server = await openRawServer((socket) => {
      speakSmtp(socket, (command) => (command === 'end of data' ? '' : undefined))
    })
    expect(await failureOf(server.url, { timeouts: hasty })).toMatchObject({ failure: 'timeout' })
  })

  it('times out in the end when the server only keeps the connection busy', async () => {
    const server = await openRawServer((socket) => {
      const drip = setInterval(() => socket.write('250-wait\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
      speakSmtp(socket, (command) => (command === 'RCPT' ? '' : undefined))
    })
    const timeouts = { silenceMs: 5_000 }
    expect(await failureOf(server.url, { timeouts, patienceSeconds: 0.3 })).toMatchObject({
      failure: 'timeout',
    })
  })

  it('is not sent in the clear when TLS is asked for', async () => {
    const sink = await openMailSink()
    expect(await failureOf(`${sink.url}?requireTLS=true`)).toMatchObject({ failure: 'unavailable' })
    expect(sink.mails).toEqual([])
  })

  it('is not sent to a server whose certificate nobody vouches for', async () => {
    const sink = await openMailSink({ secure: true })
    const url = sink.url.replace('smtp:', 'smtps:')
    expect(await failureOf(url)).toMatchObject({ failure: 'unavailable' })
    expect(sink.mails).toEqual([])
  })
})

describe('checkReady', () => {
  it('returns when the server takes the login', async () => {
    const seen: (string | undefined)[] = []
    const sink = await openMailSink(
      withLogin(({ username, password = '' }, _, answer) => {
        seen.push(`${username}:${password}`)
        answer(null, { user: username })
      }),
    )
    const mailer = openMailer(sink.url.replace('//', '//gate%40id:p%3Ass%2F@'))
    await expect(mailer.checkReady()).resolves.toBeUndefined()
    expect(seen).toEqual(['gate@id:p:ss/'])
    expect(sink.mails).toEqual([])
  })

  it('fails when nobody listens', async () => {
    const { url } = await closedServer()
    const mailer = openMailer(url)
    await expect(mailer.checkReady()).rejects.toMatchObject({ failure: 'unavailable' })
  })

  it('fails when the login is refused', async () => {
    const sink = await openMailSink(
      withLogin((_, __, answer) => answer(refusal(535, 'Wrong password'))),
    )
    const mailer = openMailer(sink.url.replace('//', '//gate:wrong@'))
    await expect(mailer.checkReady()).rejects.toMatchObject({ failure: 'unavailable' })
  })

  it('times out when the server never greets', async () => {
    const server = await openRawServer(() => {})
    const mailer = openMailer(server.url, { timeouts: hasty })
    await expect(mailer.checkReady()).rejects.toMatchObject({ failure: 'timeout' })
  })

  it('times out in the end when the server only keeps the connection busy', async () => {
    const server = await openRawServer((socket) => {
      const drip = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    const mailer = openMailer(server.url, { timeouts: { readyMs: 300 } })
    await expect(mailer.checkReady()).rejects.toMatchObject({ failure: 'timeout' })
  })
})

interface Options extends Partial<SmtpMailerOptions> {
  readonly mail?: Mail
  readonly patienceSeconds?: number
}

async function failureOf(url: string, options: Options = {}) {
  const { mail = otpMail, patienceSeconds, ...more } = options
  const mailer = openMailer(url, more)
  const delivery = deliver(mailer, { id: 'mail-1', mail, patienceSeconds })
  const outcome = await delivery.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(PortError)
  return outcome
}

async function closedServer(): Promise<{ readonly url: string }> {
  const { url, close } = await openRawServer(() => {})
  await close()
  return { url }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function withLogin(onAuth: NonNullable<SMTPServerOptions['onAuth']>): SMTPServerOptions {
  return { authOptional: false, allowInsecureAuth: true, onAuth }
}
