import { html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { accountNamed } from './chosen-name.ts'
import { htmlDocument, paragraph, plainText, warning } from './layout.ts'
import { momentText } from './time-text.ts'

/** Tells the owner of an address what their first sign-in through a provider has ended. */
export function accountClaimedMail(
  { organization, username, at }: MailOf<'account_claimed'>,
  { productName }: MailContext,
): RenderedMail {
  const subject = 'Your old password no longer works'
  const where = accountNamed(username, organization)
  const when = momentText(at)
  const why =
    'The address of this account had not been confirmed before, so somebody else may have signed up with it. That is why the password set at sign-up and the API key have stopped working.'
  const next =
    'Go on signing in the way you just did. If you want a password too, ask for a new one on the sign-in page. If machines use the API key, give them the new one from your profile.'
  const alarm = "If this wasn't you: someone else can use that account. Change its password there."
  return {
    subject,
    text: plainText(productName, [
      `On ${when} you signed in to ${where}, with an account of yours at another service.`,
      why,
      next,
      alarm,
    ]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`${subject}`,
      body: [
        paragraph(
          html`On ${when} you signed in to ${htmlWithoutLinks(where)}, with an account of yours at another service.`,
        ),
        paragraph(html`${why}`),
        paragraph(html`${next}`),
        warning(html`${alarm}`),
      ],
    }),
  }
}
