import { html, htmlName } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { aside, button, htmlDocument, paragraph, plainText } from './layout.ts'

/** Asks the owner of an address to confirm it after a sign-up. */
export function verifyEmailMail(
  { firstName, organization, token }: MailOf<'verify_email'>,
  { productName, links }: MailContext,
): RenderedMail {
  const subject = `Confirm your email address for ${organization}`
  const url = links.verifyEmail(token)
  const hello = greeting(firstName)
  const ignore =
    'If you did not sign up, ignore this mail. Nobody can confirm the address without it.'
  return {
    subject,
    text: plainText(productName, [
      hello,
      `This address was given to sign up for ${productName} with the organization ${organization}. Open this page to confirm that it is yours:`,
      url,
      ignore,
    ]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`Confirm your email address`,
      body: [
        paragraph(html`${hello}`),
        paragraph(
          html`This address was given to sign up for ${htmlName(productName)} with the organization <strong>${htmlName(organization)}</strong>. Please confirm that it is yours.`,
        ),
        button('Confirm email address', url),
        aside(html`${ignore}`),
      ],
    }),
  }
}

// U+3002 is a full stop to programs that make links of domain names.
const looksLikeAddress = /\S[./:@\u3002]\S/

/**
 * The first line. A sign-up can name a stranger's address and any first name, so a name that a mail
 * program would turn into a link is left out.
 */
function greeting(firstName: string): string {
  return looksLikeAddress.test(firstName.normalize('NFKC')) ? 'Hello,' : `Hello ${firstName},`
}
