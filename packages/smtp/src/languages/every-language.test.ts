import { describe, expect, it } from '@jest/globals'
import { everyKind, invitationMail, links, otpMail } from '../../test-support/mails.ts'
import { defaultAccents } from '../mail-brand.ts'
import { renderMail } from '../render-mail.ts'
import { mailLanguages } from './languages.ts'

const context = { brand: { name: 'Gatehouse', accents: defaultAccents }, links }

/** Each mail in each language. */
const everyText = mailLanguages.flatMap((language) =>
  everyKind.map((mail) => ({ ...mail, language })),
)

describe('a mail in a language', () => {
  it.each(everyText)('has the code and the links in both bodies: $kind, $language', (mail) => {
    const { html, text } = renderMail(mail, context)
    const tokens = 'token' in mail ? [mail.token] : []
    const many = 'accounts' in mail ? mail.accounts.map(({ token }) => token) : []
    const codes = 'code' in mail ? [mail.code] : []
    for (const secret of [...tokens, ...many, ...codes]) {
      expect(text).toContain(secret)
      expect(textOf(html)).toContain(secret)
    }
    expect(linksIn(html)).toHaveLength(tokens.length + many.length)
  })

  it.each(everyText)('T-99: has a subject without any name: $kind, $language', (mail) => {
    const named = { ...mail, organization: 'Zebra', username: 'zebra', firstName: 'Zebra' }
    const { subject } = renderMail(named as typeof mail, context)
    expect(subject).toBe(renderMail(mail, context).subject)
    expect(subject).not.toMatch(/zebra/i)
    expect(subject.length).toBeLessThan(60)
  })

  it.each(everyKind)('says each mail otherwise in another language: $kind', (mail) => {
    const subjects = mailLanguages.map(
      (language) => renderMail({ ...mail, language }, context).subject,
    )
    expect(new Set(subjects).size).toBe(mailLanguages.length)
  })

  it('tells the language to those who read the mail aloud', () => {
    expect(renderMail({ ...otpMail, language: 'de' }, context).html).toContain('<html lang="de">')
    expect(renderMail(otpMail, context).html).toContain('<html lang="en">')
  })

  it.each(['fr', 'constructor', ''])('writes English to one whose language is "%s"', (language) => {
    expect(renderMail({ ...otpMail, language }, context).subject).toMatch(/^Your sign-in code/)
  })

  it('writes German', () => {
    const { text } = renderMail({ ...otpMail, language: 'de' }, context)
    expect(text).toContain('die Anmeldung bei der Organisation „analytical-engines“ ab:')
    expect(text).toContain('innerhalb von 5 Minuten')
    const invited = renderMail({ ...invitationMail, language: 'de' }, context).text
    expect(invited).toContain('„Ada Lovelace“ lädt Sie bei Gatehouse')
    expect(invited).toContain('bis zum 07.02.2030 um 09:05 Uhr (UTC)')
  })
})

function textOf(markup: string): string {
  return markup.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, '').replaceAll('&#39;', "'")
}

function linksIn(markup: string): readonly (string | undefined)[] {
  return [...markup.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)
}
