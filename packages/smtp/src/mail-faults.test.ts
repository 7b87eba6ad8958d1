import { PortError } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import { openMailSink } from '../test-support/mail-sink.ts'
import { otpMail, resetMail } from '../test-support/mails.ts'
import { deliver, openMailer } from '../test-support/open-mailer.ts'
import { openRawServer, speakSmtp } from '../test-support/raw-server.ts'
import { adviceOn } from './mail-faults.ts'

describe('the reason why a mail is not sent', () => {
  it.each([
    ['RCPT', '550 5.1.1 No such user ada@example.com', 'recipient_refused 550', /recipient/],
    ['RCPT', '450 4.2.0 Greylisted', 'recipient_delayed 450', /tried again/],
    ['MAIL', '550 5.7.1 Sender not allowed', 'sender_refused 550', /MAIL_FROM/],
    ['MAIL', '530 5.7.0 Authentication required', 'login_required 530', /user and password/],
    ['EHLO', '554 5.3.2 Not accepting mail', 'server_refused 554', /its log/],
    ['DATA', '451 4.3.0 Local error', 'content_delayed 451', /tried again/],
    ['END OF DATA', '554 5.7.1 Spam', 'content_refused 554', /spam/],
  ])('answered %s with %s: %s', async (...row) => {
    const [command, reply, reason, advice] = row
    const { url } = await openRawServer((socket) => {
      speakSmtp(socket, (asked) =>
        asked.toUpperCase() === command || (command === 'EHLO' && asked === 'HELO')
          ? `${reply}\r\n`
          : undefined,
      )
    })
    const failure = await failureAt(url)
    expect(failure.reason).toBe(reason)
    expect(adviceOn(reason)).toMatch(advice)
  })

  it('names a refused login with its code, and neither user nor password', async () => {
    const sink = await openMailSink({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth(_, __, answer) {
        answer(Object.assign(new Error('535 gate hunter2'), { responseCode: 535 }))
      },
    })
    const { reason, cause } = await failureAt(sink.url.replace('//', '//gate:hunter2@'))
    expect(reason).toBe('login_refused 535')
    expect(adviceOn(reason)).toContain('SMTP_URL')
    expect(String(cause)).not.toMatch(/gate|hunter2/)
  })

  it('has no address in it, even where the server repeats one', async () => {
    const sink = await openMailSink({
      onRcptTo({ address }, _, answer) {
        answer(Object.assign(new Error(`<${address}>: unknown`), { responseCode: 550 }))
      },
    })
    const { reason, cause } = await failureAt(sink.url)
    expect(`${reason} ${cause}`).not.toContain('example.com')
    expect(String(cause)).toContain('550')
  })

  it('is that nothing listens', async () => {
    const server = await openRawServer(() => {})
    await server.close()
    expect((await failureAt(server.url)).reason).toBe('connection_refused')
  })

  it('is that the name of the host is not known', async () => {
    const { reason } = await failureAt('smtp://no-such-host.invalid:25')
    expect(reason).toBe('host_unknown')
  })

  it.each([
    ['no certificate that counts', { secure: true }, 'smtps:', ''],
    ['no STARTTLS', {}, 'smtp:', '?requireTLS=true'],
    ['no TLS', {}, 'smtps:', ''],
  ])('is TLS where there is %s', async (...row) => {
    const [, options, scheme, query] = row
    const sink = await openMailSink(options)
    const { reason } = await failureAt(`${sink.url.replace('smtp:', scheme)}${query}`)
    expect(reason).toMatch(/^tls_failed\b/)
    expect(adviceOn(reason)).toContain('certificate')
  })

  it('is that there is no answer', async () => {
    const { url } = await openRawServer(() => {})
    expect((await failureAt(url)).reason).toBe('no_answer')
  })

  it('is that the connection was cut', async () => {
    const { url } = await openRawServer((socket) => {
      speakSmtp(socket, (command) => {
        if (command === 'RCPT') socket.destroy()
        return undefined
      })
    })
    expect((await failureAt(url)).reason).toBe('connection_lost')
  })

  it.each(['rejected', 'expired', 'cancelled', 'constructor', ''])(
    'asks for nothing where it is %j',
    (reason) => {
      expect(adviceOn(reason)).toBeUndefined()
    },
  )
})

async function failureAt(url: string): Promise<PortError> {
  const mailer = openMailer(url, { timeouts: { greetingMs: 300, silenceMs: 300 } })
  const mail = { id: 'mail-1', mail: url.includes('hunter2') ? resetMail : otpMail }
  const failure = await deliver(mailer, mail).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof PortError)) throw new Error('the mail was sent')
  return failure
}
