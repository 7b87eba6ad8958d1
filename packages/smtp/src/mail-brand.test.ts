import { describe, expect, it } from '@jest/globals'
import { simpleParser } from 'mailparser'
import { type CaughtMail, openMailSink } from '../test-support/mail-sink.ts'
import { links, otpMail, verifyMail } from '../test-support/mails.ts'
import { deliver, openMailer } from '../test-support/open-mailer.ts'
import { defaultAccents } from './mail-brand.ts'
import { renderMail } from './render-mail.ts'
import type { SmtpMailerOptions } from './smtp-mailer.ts'

describe('the look of mails', () => {
  it('has the colours of the service on its buttons, in both modes of the screen', () => {
    const accents = {
      light: { background: '#7a1fa2', ink: '#ffffff' },
      dark: { background: '#c58adf', ink: '#0b0f14' },
    }
    const { html } = renderMail(verifyMail, { links, brand: { name: 'Acme', accents } })
    expect(html).toContain('background: #7a1fa2; ')
    expect(html).toContain('.button { background: #c58adf !important; color: #0b0f14 !important; }')
    expect(html).not.toContain(defaultAccents.light.background)
  })

  it('calls the service as it is told', async () => {
    const { text, html } = await simpleParser(
      (await catchOne({ productName: 'Lock & Key' })).source,
    )
    expect(text).toContain('Nobody from Lock & Key will ask you for it.')
    expect(html).toContain('Sent automatically by Lock &amp; Key.')
  })

  it('sends under the name of the service where the sender has none', async () => {
    const options = { from: 'no-reply@id.example', productName: 'Lock, Key & Söhne' }
    const { from } = await simpleParser((await catchOne(options)).source)
    expect(from?.value).toEqual([{ name: 'Lock, Key & Söhne', address: 'no-reply@id.example' }])
  })

  it('carries the logo in the mail, loaded from nowhere', async () => {
    const logo = { type: 'image/png', bytes: Buffer.from('the logo') }
    const caught = await catchOne({ logo })
    const { attachments } = await simpleParser(caught.source, { skipImageLinks: true })
    expect(attachments).toMatchObject([
      { contentType: 'image/png', contentDisposition: 'inline', cid: 'logo@mail', related: true },
    ])
    expect(attachments[0]?.content).toEqual(logo.bytes)
    const { html } = await simpleParser(caught.source, { skipImageLinks: true })
    expect(String(html).match(/<img[^>]* src="[^"]*"/g)).toEqual(['<img src="cid:logo@mail"'])
  })

  it.each([
    [
      'an SVG, which few mail programs show',
      { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
    ],
    ['a large one', { type: 'image/png', bytes: Buffer.alloc(65_537) }],
  ])('leaves the logo out where it is %s', async (_, logo) => {
    const parsed = await simpleParser((await catchOne({ logo })).source)
    expect(parsed.attachments).toEqual([])
    expect(parsed.html).not.toContain('<img')
  })
})

async function catchOne(options: Partial<SmtpMailerOptions>): Promise<CaughtMail> {
  const sink = await openMailSink()
  await deliver(openMailer(sink.url, options), { id: 'mail-1', mail: otpMail })
  return sink.onlyMail()
}
