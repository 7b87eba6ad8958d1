import { html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { accountNamed } from './chosen-name.ts'
import { htmlDocument, paragraph, plainText, warning } from './layout.ts'
import { momentText } from './time-text.ts'

/** Tells the owner of an account that its password was changed. */
export function passwordChangedMail(
  { organization, username, at }: MailOf<'password_changed'>,
  { productName }: MailContext,
): RenderedMail {
  const subject = 'Your password was changed'
  const whose = accountNamed(username, organization)
  const when = momentText(at)
  const fine = 'If this was you, there is nothing to do.'
  const alarm =
    "If this wasn't you: someone else can sign in, and may be reading your mail. Ask for a new password on the sign-in page at once, and tell the administrator of your organization."
  return {
    subject,
    text: plainText(productName, [`The password of ${whose} was changed on ${when}.`, fine, alarm]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`${subject}`,
      body: [
        paragraph(html`The password of ${htmlWithoutLinks(whose)} was changed on ${when}.`),
        paragraph(html`${fine}`),
        warning(html`${alarm}`),
      ],
    }),
  }
}
