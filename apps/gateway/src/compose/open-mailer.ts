import type { Settings } from '@gatehouse/settings'
import { createSmtpMailer, type FaultLog, type SmtpMailer } from '@gatehouse/smtp'
import { brandAccents } from '../pages/brand-styles.ts'
import { readLogo } from '../pages/logo.ts'

/** The mail server, and the looks of mails. */
type MailParts = Pick<Settings, 'mail'> & { readonly pages: Pick<Settings['pages'], 'brand'> }

/**
 * Hands mails to the server of the settings, which may be unreachable until a mail is sent.
 *
 * @param log Gets the reasons for which mails are not sent.
 * @throws {Error} When the operator's logo cannot be used.
 */
export function openMailer({ mail, pages: { brand } }: MailParts, log?: FaultLog): SmtpMailer {
  const { name, color, logoFile } = brand
  const { url, from, verifyEmailUrl, resetPasswordUrl, invitationUrl, reopenOrganizationUrl } = mail
  return createSmtpMailer({
    log,
    url,
    from,
    serviceUrl: verifyEmailUrl,
    productName: name,
    accents: color === undefined ? undefined : brandAccents(color),
    logo: logoFile === undefined ? undefined : readLogo(logoFile),
    links: {
      // In the fragment, servers and link scanners do not see the token.
      verifyEmail: (token) => `${verifyEmailUrl}#token=${token}`,
      resetPassword: (token) => `${resetPasswordUrl}#token=${token}`,
      invitation: (token) => `${invitationUrl}#token=${token}`,
      reopenOrganization: (token) => `${reopenOrganizationUrl}#token=${token}`,
    },
  })
}
