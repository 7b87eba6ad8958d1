import { describe, expect, it } from '@jest/globals'
import {
  changedMail,
  claimedMail,
  doubtfulMail,
  emailChangedMail,
  emailChangeMail,
  emailChangeRequestedMail,
  everyKind,
  invitationMail,
  links,
  loweredMail,
  otpMail,
  resetMail,
  secrets,
  verifyMail,
} from '../test-support/mails.ts'
import { mailLanguages } from './languages/languages.ts'
import { defaultAccents } from './mail-brand.ts'
import { renderMail } from './render-mail.ts'

const context = { brand: { name: 'Gatehouse', accents: defaultAccents }, links }

/** Each mail in each language. */
const everyText = mailLanguages.flatMap((language) =>
  everyKind.map((mail) => ({ ...mail, language })),
)

describe('renderMail', () => {
  it.each([
    [verifyMail, 'Confirm your email address'],
    [otpMail, `Your sign-in code: ${secrets.code}`],
    [resetMail, 'Choose a new password'],
    [changedMail, 'Your password was changed'],
    [doubtfulMail, 'Your password may have been changed'],
    [loweredMail, 'Your organization is protected less than before'],
    [invitationMail, 'You are invited to join an organization'],
    [claimedMail, 'Your old password no longer works'],
    [emailChangeMail, 'Confirm your new email address'],
    [emailChangeRequestedMail, 'Your email address is to be changed'],
    [emailChangedMail, 'Your email address was changed'],
  ])('T-99: gives $kind a fixed subject', (mail, subject) => {
    expect(renderMail(mail, context).subject).toBe(subject)
  })

  it.each(everyText)('loads nothing from anywhere: $kind, $language', (mail) => {
    const { html } = renderMail(mail, context)
    expect(html).not.toMatch(/<(?:img|link|script|iframe|object|base|form)|\ssrc=|url\(|@import/i)
  })

  it.each(everyText)('is readable on a dark screen: $kind, $language', (mail) => {
    const { html } = renderMail(mail, context)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
  })

  it('links the verification mail to the page that confirms the address, and nowhere else', () => {
    const { html, text } = renderMail(verifyMail, context)
    expect(linksIn(html)).toEqual([
      `https://id.example/verify-email?a=1&amp;token=${secrets.token}`,
    ])
    expect(text).toContain(links.verifyEmail(secrets.token))
    expect(text).toContain('Hello Ada,')
  })

  it.each([verifyMail, emailChangeMail])('says until when the link works: $kind', (mail) => {
    for (const body of bodiesOf(mail)) {
      expect(body).toContain('It works once, until 2030-02-02 at 09:05 UTC.')
    }
  })

  it('says nothing of an end that a verification mail does not carry', () => {
    const { expiresAt: _, ...earlier } = verifyMail
    for (const body of bodiesOf(earlier)) expect(body).toContain('It works once.')
  })

  it.each([
    'evil.example',
    'click http://evil.example',
    'a@evil.example',
    'evil。example',
    'ｅvil．example',
  ])('T-57: does not greet with %j, which a mail program would make a link of', (firstName) => {
    const { html, text } = renderMail({ ...verifyMail, firstName }, context)
    expect(text).toMatch(/^Hello,\n/)
    expect(text + html).not.toContain(firstName)
  })

  it.each(everyText)(
    'T-99: repeats no name that reads as a link or a command: $kind, $language',
    (mail) => {
      const evil = 'URGENT evil-login.com/acme'
      const named = {
        ...mail,
        organization: evil,
        username: 'evil.com',
        firstName: evil,
        invitedBy: evil,
      }
      const accounts = [{ organization: evil, username: 'evil.com', token: secrets.token }]
      const { subject, html, text } = renderMail({ ...named, accounts } as typeof mail, context)
      expect(subject + html + text).not.toMatch(/urgent|evil/i)
    },
  )

  it.each(['J. R.', "Miles O'Brien", 'Jean-Luc', 'Žofie', '愛'])('greets %s', (firstName) => {
    expect(renderMail({ ...verifyMail, firstName }, context).text).toContain(`Hello ${firstName},`)
  })

  it('shows the code so that a copy is the digits alone', () => {
    const { html, text } = renderMail(otpMail, context)
    expect(textOf(html)).toContain(secrets.code)
    expect(text.split('\n')).toContain(secrets.code)
    expect(linksIn(html)).toEqual([])
  })

  it('says what the code is for, how long it works, and what it means if it was not asked for', () => {
    for (const body of bodiesOf(otpMail)) {
      expect(body).toContain('analytical-engines')
      expect(body).toContain('within 5 minutes')
      expect(body).toContain("If this wasn't you: someone knows your password.")
    }
    expect(renderMail({ ...otpMail, minutes: 1 }, context).text).toContain('within 1 minute.')
  })

  it('gives each account of the address its own link, under its organization and username', () => {
    const { html, text } = renderMail(resetMail, context)
    const [first, second] = resetMail.accounts.map(({ token }) => links.resetPassword(token))
    expect(linksIn(html)).toEqual([first, second])
    expect(text).toContain(`Organization “analytical-engines”, username “ada”\n${first}\n`)
    expect(text).toContain(`Organization “difference-works”, username “countess”\n${second}\n`)
    for (const body of bodiesOf(resetMail)) {
      expect(body).toContain('It has several accounts')
      expect(body).toContain('A link works once, within 30 minutes.')
    }
  })

  it('does not speak of several accounts when there is one', () => {
    const [account] = resetMail.accounts
    if (account === undefined) throw new Error('an account is needed')
    const { html, text } = renderMail({ ...resetMail, accounts: [account] }, context)
    expect(text + html).not.toContain('several')
    expect(linksIn(html)).toEqual([links.resetPassword(account.token)])
  })

  it('tells which password was changed, and when', () => {
    for (const body of bodiesOf(changedMail)) {
      expect(body).toContain(
        'The password of your account “ada” in the organization “analytical-engines”',
      )
      expect(body).toContain('on 2030-01-31 at 09:05 UTC.')
      expect(body).toContain("If this wasn't you")
    }
  })

  it('invites by name, into an organization, as what, and until when, with a link to accept', () => {
    expect(linksIn(renderMail(invitationMail, context).html)).toEqual([
      links.invitation(secrets.token),
    ])
    for (const body of bodiesOf(invitationMail)) {
      expect(body).toContain(
        '“Ada Lovelace” invites you to join the organization “analytical-engines” on Gatehouse, as a member.',
      )
      expect(body).toContain(links.invitation(secrets.token))
      expect(body).toContain('The link works once, until 2030-02-07 at 09:05 UTC.')
    }
    const { text } = renderMail({ ...invitationMail, role: 'company_admin' }, context)
    expect(text).toContain('as an administrator.')
  })

  it('T-99: does not name an inviter whose name reads as a link', () => {
    const { text } = renderMail({ ...invitationMail, invitedBy: 'evil.example' }, context)
    expect(text).toMatch(/^An administrator invites you/)
  })

  it('links the mail to a new address to the page that confirms it, and names the account', () => {
    for (const body of bodiesOf(emailChangeMail)) {
      expect(body).toContain('organization “analytical-engines”, username “ada”')
      expect(body).toContain('If that is not your account, do nothing.')
    }
    const { html, text } = renderMail(emailChangeMail, context)
    expect(linksIn(html)).toEqual([
      `https://id.example/verify-email?a=1&amp;token=${secrets.token}`,
    ])
    expect(text).toContain(links.verifyEmail(secrets.token))
  })

  it.each([emailChangeRequestedMail, emailChangedMail])(
    'tells the address of before whose it is, when, and what to do about it: $kind',
    (mail) => {
      for (const body of bodiesOf(mail)) {
        expect(body).toContain('your account “ada” in the organization “analytical-engines”')
        expect(body).toContain('on 2030-01-31 at 09:05 UTC.')
        expect(body).toContain("If this wasn't you")
      }
      expect(linksIn(renderMail(mail, context).html)).toEqual([])
    },
  )

  it('T-17: tells what a first sign-in through a provider has ended, and what to do', () => {
    for (const body of bodiesOf(claimedMail)) {
      expect(body).toContain(
        'you signed in to your account “ada” in the organization “analytical-engines”',
      )
      expect(body).toContain('On 2030-01-31 at 09:05 UTC')
      expect(body).toContain('the API key have stopped working')
      expect(body).toContain("If this wasn't you")
    }
  })
})

function bodiesOf(mail: (typeof everyKind)[number]): readonly string[] {
  const { html, text } = renderMail(mail, context)
  return [text, textOf(html)]
}

function textOf(markup: string): string {
  return markup.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, '').replaceAll('&#39;', "'")
}

function linksIn(markup: string): readonly (string | undefined)[] {
  return [...markup.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)
}
