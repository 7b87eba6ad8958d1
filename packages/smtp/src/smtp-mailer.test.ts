import { PortError } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import { simpleParser } from 'mailparser'
import { type CaughtMail, openMailSink } from '../test-support/mail-sink.ts'
import {
  changedMail,
  everyKind,
  otpMail,
  resetMail,
  secrets,
  verifyMail,
} from '../test-support/mails.ts'
import { deliver, openMailer } from '../test-support/open-mailer.ts'
import { openRawServer, speakSmtp } from '../test-support/raw-server.ts'
import { defaultAccents } from './mail-brand.ts'
import type { SmtpMailerOptions } from './smtp-mailer.ts'

const headers = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

describe('createSmtpMailer', () => {
  it.each(everyKind)('delivers $kind to one recipient, as text and HTML', async (mail) => {
    const caught = await catchOne(mail)
    const parsed = await simpleParser(caught.source)
    expect(caught).toMatchObject({ from: 'no-reply@id.example', recipients: [mail.to] })
    expect(headerNames(caught)).toEqual(headers)
    expect(parsed).toMatchObject({
      messageId: '<mail-1@id.example>',
      from: { value: [{ name: 'Gatehouse', address: 'no-reply@id.example' }] },
      to: { value: [{ name: '', address: mail.to }] },
      attachments: [],
    })
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated')
    expect(parsed.text).toContain('Sent automatically by Gatehouse.')
    expect(parsed.html).toMatch(/^<!doctype html>/)
  })

  it('brings what the mail is for through the encoding of the transfer', async () => {
    const [verify, otp, reset] = await Promise.all(
      [verifyMail, otpMail, resetMail].map(async (mail) =>
        simpleParser((await catchOne(mail)).source),
      ),
    )
    expect(verify?.text).toContain(`\nhttps://id.example/verify-email?a=1&token=${secrets.token}\n`)
    expect(otp?.text).toContain(`\n${secrets.code}\n`)
    expect(reset?.text).toContain(`\nhttps://id.example/reset-password#token=${secrets.token}\n`)
    expect(reset?.text).toContain(`#token=${secrets.otherToken}\n`)
  })

  it('takes any certificate where TLS is a chance and no demand (B-155)', async () => {
    const offering = { disabledCommands: [] }
    const sink = await openMailSink(offering)
    for (const url of [sink.url, `${sink.url}?requireTLS=false`]) {
      await deliver(openMailer(url), { id: 'mail-1', mail: otpMail })
    }
    expect(sink.mails).toHaveLength(2)
    const demanding = deliver(openMailer(`${sink.url}?requireTLS=true`), {
      id: 'mail-2',
      mail: otpMail,
    })
    await expect(demanding).rejects.toMatchObject({ failure: 'unavailable' })
    expect(sink.mails).toHaveLength(2)
  })

  it.each([
    ['', 'id.example'],
    ['?name=gate.example', 'gate.example'],
  ])('says to the server who it is, with "%s" %s (B-156)', async (query, name) => {
    const names: (string | undefined)[] = []
    const sink = await openMailSink({
      onMailFrom(_address, { hostNameAppearsAs }, answer) {
        names.push(String(hostNameAppearsAs))
        answer()
      },
    })
    const mailer = openMailer(`${sink.url}${query}`, {
      serviceUrl: 'https://id.example/verify-email',
    })
    await deliver(mailer, { id: 'mail-1', mail: otpMail })
    expect(names).toEqual([name])
  })

  it('keeps names outside ASCII', async () => {
    const { source } = await catchOne({ ...changedMail, organization: 'Kräne & Söhne 東京' })
    const { subject, text } = await simpleParser(source)
    expect(subject).toBe('Your password was changed')
    expect(text).toContain('in the organization “Kräne & Söhne 東京” was')
  })

  it.each([
    'Bcc: evil@evil.example',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'a, evil@evil.example; <evil@evil.example>',
    '=?utf-8?Q?=0D=0ABcc:_evil@evil.example?=',
    '%0d%0aBcc: evil@evil.example',
    '.',
  ])('T-56: treats the name %j as text, whatever it looks like', async (name) => {
    const hostile = { ...verifyMail, firstName: name, organization: name }
    const caught = await catchOne(hostile)
    const { subject, html } = await simpleParser(caught.source)
    expect(headerNames(caught)).toEqual(headers)
    expect(caught.recipients).toEqual([verifyMail.to])
    expect(subject).toBe('Confirm your email address')
    expect(html).not.toMatch(/<script|<img/)
  })

  it.each([
    [
      'T-56: a line break in a first name',
      { ...verifyMail, firstName: 'x\r\nBcc: evil@x.example' },
    ],
    ['a line feed in an organization', { ...otpMail, organization: 'x\nBcc: evil@x.example' }],
    ['a line separator in a username', { ...changedMail, username: 'x\u2028y' }],
    ['NUL in a code', { ...otpMail, code: '123\u0000456' }],
    ['a right-to-left override', { ...otpMail, organization: 'acme\u202Emoc' }],
    [
      'a line break in one of several accounts',
      {
        ...resetMail,
        accounts: [...resetMail.accounts, { organization: 'a\rb', username: 'ada', token: 't' }],
      },
    ],
    ['T-56: a command in an address', { ...otpMail, to: 'a@x.example\r\nRCPT TO:<b@y.example>' }],
    ['T-56: a quoted address', { ...otpMail, to: '"e@evil.example"@corp.example' }],
    ['two addresses', { ...otpMail, to: 'a@x.example,b@y.example' }],
    ['a name with an address', { ...otpMail, to: 'Ada <a@x.example>' }],
    ['a group of addresses', { ...otpMail, to: 'all:a@x.example;' }],
    ['a comment in an address', { ...otpMail, to: 'a(b@y.example)@x.example' }],
    ['a full-width at sign', { ...otpMail, to: 'a@evil.example＠x.example' }],
    ['no address', { ...otpMail, to: '' }],
  ])('refuses for good and does not send: %s', async (_, mail) => {
    const sink = await openMailSink()
    const mailer = openMailer(sink.url)
    await expect(deliver(mailer, { id: 'mail-1', mail })).rejects.toMatchObject({
      failure: 'rejected',
    })
    expect(sink.mails).toEqual([])
  })

  it.each(["o'brien+tag@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"])(
    'delivers to %s',
    async (to) => {
      expect((await catchOne({ ...otpMail, to })).recipients).toEqual([to])
    },
  )

  it('refuses an id that would not stay inside the Message-ID', async () => {
    const sink = await openMailSink()
    const mailer = openMailer(sink.url)
    await expect(deliver(mailer, { id: '1>\r\nBcc: <b', mail: otpMail })).rejects.toBeInstanceOf(
      PortError,
    )
    expect(sink.mails).toEqual([])
  })

  it('sends one mail after the other over the same connection', async () => {
    const sink = await openMailSink()
    const mailer = openMailer(sink.url)
    for (const id of ['mail-1', 'mail-2', 'mail-3']) await deliver(mailer, { id, mail: otpMail })
    expect(sink.mails.map(({ connection }) => connection)).toEqual([1, 1, 1])
  })

  it('sends every one of many mails at once, each to its own recipient', async () => {
    const sink = await openMailSink()
    const mailer = openMailer(sink.url)
    const people = Array.from({ length: 30 }, (_, index) => `person-${index}@example.com`)
    await Promise.all(
      people.map((to) => deliver(mailer, { id: to.replace('@', '.'), mail: { ...otpMail, to } })),
    )
    const reached = sink.mails.map(({ recipients }) => recipients.join())
    expect(reached.toSorted()).toEqual(people.toSorted())
  })

  it('does not mind that the server has dropped a connection that was idle', async () => {
    const log: string[] = []
    let connections = 0
    const server = await openRawServer((socket) => {
      const connection = ++connections
      speakSmtp(socket, (command) => {
        log.push(`${connection} ${command}`)
        const idled = log.filter((line) => line === '1 MAIL').length === 2
        if (idled && connection === 1) socket.destroy()
        return undefined
      })
    })
    const mailer = openMailer(server.url)
    await deliver(mailer, { id: 'mail-1', mail: otpMail })
    await deliver(mailer, { id: 'mail-2', mail: otpMail })
    expect(log.filter((line) => line.endsWith('end of data'))).toEqual([
      '1 end of data',
      '2 end of data',
    ])
  })

  it.each([
    { from: 'nobody' },
    { productName: 'two\nlines' },
    { url: 'http://mail.example' },
    { accents: { ...defaultAccents, dark: { background: 'red;}', ink: '#ffffff' } } },
  ])('does not start with %j', (wrong) => {
    expect(() => openMailer('smtp://127.0.0.1', wrong)).toThrow(TypeError)
  })
})

async function catchOne(
  mail: (typeof everyKind)[number],
  options: Partial<SmtpMailerOptions> = {},
): Promise<CaughtMail> {
  const sink = await openMailSink()
  const mailer = openMailer(sink.url, options)
  await deliver(mailer, { id: 'mail-1', mail })
  return sink.onlyMail()
}

function headerNames({ source }: CaughtMail): readonly string[] {
  const [head = ''] = source.split('\r\n\r\n')
  const lines = head.split('\r\n').filter((line) => !/^\s/.test(line))
  return lines.map((line) => line.replace(/:.*/, '').toLowerCase()).toSorted()
}
