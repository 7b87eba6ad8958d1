import { html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { chosenName, organizationNamed } from './chosen-name.ts'
import { button, htmlDocument, paragraph, plainText, warning } from './layout.ts'
import { momentText } from './time-text.ts'

/** Tells an administrator that their organization was closed, with a link that reopens it. */
export function organizationClosingMail(
  { organization, username, closesAt, token }: MailOf<'organization_closing'>,
  { productName, links }: MailContext,
): RenderedMail {
  const subject = 'Your organization is about to be removed'
  const whose = organizationNamed(organization)
  const by = chosenName(username) === undefined ? 'an administrator' : username
  const until = momentText(closesAt)
  const now = 'All its people are signed out, and none of them can sign in.'
  const takeBack = 'Until then this link takes it back, and everything is as it was:'
  const alarm =
    "If you don't know why: take it back, and ask who did it. If it was not that person, they need a new password at once."
  return {
    subject,
    text: plainText(productName, [
      `${by} has closed ${whose}. Everything in it is removed on ${until}.`,
      now,
      takeBack,
      links.reopenOrganization(token),
      alarm,
    ]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`${subject}`,
      body: [
        paragraph(
          html`<strong>${htmlWithoutLinks(by)}</strong> has closed ${htmlWithoutLinks(whose)}. Everything in it is removed on ${until}.`,
        ),
        paragraph(html`${now}`),
        paragraph(html`${takeBack}`),
        button('Take it back', links.reopenOrganization(token)),
        warning(html`${alarm}`),
      ],
    }),
  }
}
