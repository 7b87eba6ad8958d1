import { html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { accountNamed } from './chosen-name.ts'
import { htmlDocument, paragraph, plainText, warning } from './layout.ts'
import { momentText } from './time-text.ts'

interface News {
  readonly subject: string
  /** The beginning of the sentence, up to the name of the account. */
  readonly what: string
  readonly meaning: string
  readonly alarm: string
}

const requested: News = {
  subject: 'Your email address is to be changed',
  what: 'Another email address was asked for, for',
  meaning: 'If this was you, confirm it with the mail that we have sent to the new address.',
  alarm:
    "If this wasn't you: someone knows your password. Ask for a new one on the sign-in page at once. The new address is forgotten then.",
}

const changed: News = {
  subject: 'Your email address was changed',
  what: 'Another email address was set for',
  meaning:
    'If this was you, there is nothing to do. From now on we write to the new address, and you sign in with it.',
  alarm:
    "If this wasn't you: tell the administrator of your organization at once. They can keep the account out.",
}

/** Tells the owner of an account, at its current address, that a new address was requested. */
export function emailChangeRequestedMail(
  mail: MailOf<'email_change_requested'>,
  context: MailContext,
): RenderedMail {
  return render(mail, context, requested)
}

/** Tells the owner of an account, at its old address, that the address was changed. */
export function emailChangedMail(
  mail: MailOf<'email_changed'>,
  context: MailContext,
): RenderedMail {
  return render(mail, context, changed)
}

function render(
  { organization, username, at }: MailOf<'email_change_requested' | 'email_changed'>,
  { productName }: MailContext,
  { subject, what, meaning, alarm }: News,
): RenderedMail {
  const whose = accountNamed(username, organization)
  const when = momentText(at)
  return {
    subject,
    text: plainText(productName, [`${what} ${whose} on ${when}.`, meaning, alarm]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`${subject}`,
      body: [
        paragraph(html`${what} ${htmlWithoutLinks(whose)} on ${when}.`),
        paragraph(html`${meaning}`),
        warning(html`${alarm}`),
      ],
    }),
  }
}
