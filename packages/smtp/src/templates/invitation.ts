import { html, htmlWithoutLinks } from '../html.ts'
import type { MailContext, MailOf, RenderedMail } from '../rendered-mail.ts'
import { chosenName, organizationNamed } from './chosen-name.ts'
import { aside, button, htmlDocument, paragraph, plainText } from './layout.ts'
import { momentText } from './time-text.ts'

/** Invites the owner of an address into an organization. */
export function invitationMail(
  { organization, invitedBy, role, token, expiresAt }: MailOf<'invitation'>,
  { productName, links }: MailContext,
): RenderedMail {
  const subject = 'You are invited to join an organization'
  const url = links.invitation(token)
  const name = chosenName(invitedBy)
  const who = name === undefined ? 'An administrator' : `“${name}”`
  const as = role === 'user' ? 'as a member' : 'as an administrator'
  const lead = `${who} invites you to join the ${organizationNamed(organization)} on ${productName}, ${as}.`
  const life = `The link works once, until ${momentText(expiresAt)}.`
  const ignore =
    'If you do not know them, do nothing: without this mail nobody can accept the invitation.'
  return {
    subject,
    text: plainText(productName, [lead, url, life, ignore]),
    html: htmlDocument({
      productName,
      title: subject,
      heading: html`You are invited`,
      body: [
        paragraph(html`${htmlWithoutLinks(lead)}`),
        button('Accept the invitation', url),
        paragraph(html`${life}`),
        aside(html`${ignore}`),
      ],
    }),
  }
}
