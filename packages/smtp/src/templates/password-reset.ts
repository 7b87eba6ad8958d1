import { type Html, html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailLinks, MailOf, RenderedMail } from '../rendered-mail.ts'
import { named } from './chosen-name.ts'
import { aside, button, choice, htmlDocument, paragraph, plainText } from './layout.ts'
import { minutesText } from './time-text.ts'

type Reset = MailOf<'password_reset'>
type ResetAccount = Reset['accounts'][number]

/** Brings a link for each account of the address; each link sets the password of its account. */
export function passwordResetMail(
  { accounts, minutes }: Reset,
  { productName, links }: MailContext,
): RenderedMail {
  const subject = 'Choose a new password'
  const request =
    accounts.length === 1
      ? 'Somebody asked for a new password for this account of yours:'
      : 'Somebody asked for a new password for this address. It has several accounts, each with a password of its own. Choose the one you mean:'
  const life = `A link works once, within ${minutesText(minutes)}.`
  const ignore = 'If you did not ask, ignore this mail: your password stays as it is.'
  return {
    subject,
    text: plainText(productName, [
      request,
      ...accounts.map((account) => accountText(account, links)),
      life,
      ignore,
    ]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`${subject}`,
      body: [
        paragraph(html`${request}`),
        ...accounts.map((account) => accountHtml(account, links)),
        paragraph(html`${life}`),
        aside(html`${ignore}`),
      ],
    }),
  }
}

function whose(organization: string, username: string): string {
  return [
    named('Organization', organization, 'An organization of yours'),
    named('username', username, ''),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function accountText({ organization, username, token }: ResetAccount, links: MailLinks): string {
  return `${whose(organization, username)}\n${links.resetPassword(token)}`
}

function accountHtml({ organization, username, token }: ResetAccount, links: MailLinks): Html {
  return choice(html`
<p class="ink" style="margin: 0 0 14px; font-size: 16px; line-height: 1.4; font-weight: 600; color: #1f2328;">${htmlWithoutLinks(whose(organization, username))}</p>
${button('Choose a new password', links.resetPassword(token))}`)
}
