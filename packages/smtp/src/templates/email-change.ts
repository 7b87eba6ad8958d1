import { html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { named } from './chosen-name.ts'
import { aside, button, htmlDocument, paragraph, plainText } from './layout.ts'
import { momentText } from './time-text.ts'

/** Asks the owner of a new address to confirm that an account gets it. */
export function emailChangeMail(
  { organization, username, token, expiresAt }: MailOf<'email_change'>,
  { productName, links }: MailContext,
): RenderedMail {
  const subject = 'Confirm your new email address'
  const url = links.verifyEmail(token)
  const lead = `An account at ${productName} is to have this address: ${named('organization', organization, 'an organization')}${named(', username', username, '')}.`
  const next = `The link asks you to be signed in, or for the password of the account. It works once, until ${momentText(expiresAt)}.`
  const ignore = 'If that is not your account, do nothing. It gets the address by this mail alone.'
  return {
    subject,
    text: plainText(productName, ['Hello,', lead, url, next, ignore]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`${subject}`,
      body: [
        paragraph(html`${htmlWithoutLinks(lead)}`),
        button('Confirm new address', url),
        paragraph(html`${next}`),
        aside(html`${ignore}`),
      ],
    }),
  }
}
