import { html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { accountNamed } from './chosen-name.ts'
import { htmlDocument, paragraph, plainText, warning } from './layout.ts'
import { momentText } from './time-text.ts'

/** Tells the owner of an account that a new password was cut off, and may hold or not. */
export function passwordDoubtfulMail(
  { organization, username, at }: MailOf<'password_doubtful'>,
  { productName }: MailContext,
): RenderedMail {
  const subject = 'Your password may have been changed'
  const whose = accountNamed(username, organization)
  const news = `was being set when the service was interrupted. On ${momentText(at)} all sessions were ended.`
  const fine =
    'If this was you: sign in with the new password, or with the old one if the new one is refused. If neither works, ask for a new password on the sign-in page.'
  const alarm =
    "If this wasn't you: someone else may be able to sign in. Ask for a new password on the sign-in page at once, and tell the administrator of your organization."
  return {
    subject,
    text: plainText(productName, [`A new password of ${whose} ${news}`, fine, alarm]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`${subject}`,
      body: [
        paragraph(html`A new password of ${htmlWithoutLinks(whose)} ${news}`),
        paragraph(html`${fine}`),
        warning(html`${alarm}`),
      ],
    }),
  }
}
