import { html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { organizationNamed } from './chosen-name.ts'
import { codeBox, htmlDocument, paragraph, plainText, warning } from './layout.ts'
import { minutesText } from './time-text.ts'

/** Sends the code that completes a login. */
export function otpMail(
  { organization, code, minutes }: MailOf<'otp'>,
  { productName }: MailContext,
): RenderedMail {
  const subject = 'Your sign-in code'
  const where = `the ${organizationNamed(organization)}`
  const life = `It works once, within ${minutesText(minutes)}. Nobody from ${productName} will ask you for it.`
  const alarm =
    "If this wasn't you: someone knows your password. Tell nobody the code, and choose a new password now."
  return {
    subject,
    text: plainText(productName, [
      `Enter this code to finish signing in to ${where}:`,
      code,
      life,
      alarm,
    ]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`${subject}`,
      body: [
        paragraph(html`Enter this code to finish signing in to ${htmlWithoutLinks(where)}.`),
        codeBox(code),
        paragraph(html`${life}`),
        warning(html`${alarm}`),
      ],
    }),
  }
}
