import { html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { chosenName, organizationNamed } from './chosen-name.ts'
import { htmlDocument, paragraph, plainText, warning } from './layout.ts'
import { momentText } from './time-text.ts'

const sentences: Readonly<Record<MailOf<'protection_lowered'>['what'][number], string>> = {
  codes_off: 'Nobody is asked for a code by mail at sign-in any more.',
  clients_exempted: 'More programs sign in without a code by mail.',
  session_lengthened: 'A sign-in lasts longer than before.',
  role_raised: 'An account administers the organization that did not before.',
}

/** Tells an administrator that a protection of their organization was lowered. */
export function protectionLoweredMail(
  { organization, username, what, at }: MailOf<'protection_lowered'>,
  { productName }: MailContext,
): RenderedMail {
  const subject = 'Your organization is protected less than before'
  const when = momentText(at)
  const whose = organizationNamed(organization)
  const by = chosenName(username) === undefined ? 'an administrator' : username
  const changes = what.map((one) => sentences[one])
  const alarm =
    "If you don't know why: sign in, set it back, and ask who did it. If it was not that person, they need a new password at once."
  return {
    subject,
    text: plainText(productName, [
      `On ${when} the settings of ${whose} were changed by ${by}.`,
      ...changes,
      alarm,
    ]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`Your organization is protected less`,
      body: [
        paragraph(
          html`On ${when} the settings of ${htmlWithoutLinks(whose)} were changed by <strong>${htmlWithoutLinks(by)}</strong>.`,
        ),
        ...changes.map((change) => paragraph(html`${change}`)),
        warning(html`${alarm}`),
      ],
    }),
  }
}
