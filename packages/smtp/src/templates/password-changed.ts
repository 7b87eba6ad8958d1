import { html, htmlName } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { htmlDocument, paragraph, plainText, warning } from './layout.ts'
import { momentText } from './time-text.ts'

/** Tells the owner of an account that its password is another one now. */
export function passwordChangedMail(
  { organization, username, at }: MailOf<'password_changed'>,
  { productName }: MailContext,
): RenderedMail {
  const subject = `Your password for ${organization} was changed`
  const when = momentText(at)
  const fine = 'If this was you, there is nothing to do.'
  const alarm = `If this wasn't you: someone else can sign in, and may be reading your mail. Ask for a new password on the sign-in page at once, and tell the administrator of ${organization}.`
  return {
    subject,
    text: plainText(productName, [
      `The password of ${username} in the organization ${organization} was changed on ${when}.`,
      fine,
      alarm,
    ]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`Your password was changed`,
      body: [
        paragraph(
          html`The password of <strong>${htmlName(username)}</strong> in the organization <strong>${htmlName(organization)}</strong> was changed on ${when}.`,
        ),
        paragraph(html`${fine}`),
        warning(
          html`If this wasn't you: someone else can sign in, and may be reading your mail. Ask for a new password on the sign-in page at once, and tell the administrator of ${htmlName(organization)}.`,
        ),
      ],
    }),
  }
}
