import { html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { chosenName, named } from './chosen-name.ts'
import { aside, button, htmlDocument, paragraph, plainText } from './layout.ts'
import { momentText } from './time-text.ts'

/** Asks the owner of an address to confirm it after a sign-up. */
export function verifyEmailMail(
  { firstName, organization, username = '', token, expiresAt }: MailOf<'verify_email'>,
  { productName, links }: MailContext,
): RenderedMail {
  const subject = 'Confirm your email address'
  const url = links.verifyEmail(token)
  const hello = greeting(firstName)
  const who = username === '' ? '' : named(', username', username, '')
  const lead = `Somebody, you we hope, signed up for ${productName} with this address: ${named('organization', organization, 'an organization')}${who}.`
  const until = expiresAt === undefined ? '' : `, until ${momentText(expiresAt)}`
  const next = `The link asks for the password of the sign-up. It works once${until}.`
  const ignore =
    'If that was not you, do nothing. Nobody can confirm the address without this mail.'
  return {
    subject,
    text: plainText(productName, [hello, lead, url, next, ignore]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`${subject}`,
      body: [
        paragraph(html`${hello}`),
        paragraph(html`${htmlWithoutLinks(lead)}`),
        button('Confirm email address', url),
        paragraph(html`${next}`),
        aside(html`${ignore}`),
      ],
    }),
  }
}

/** The first line, with the name if a mail may show it. */
function greeting(firstName: string): string {
  const shown = chosenName(firstName)
  return shown === undefined ? 'Hello,' : `Hello ${shown},`
}
