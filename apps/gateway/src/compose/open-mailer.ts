import type { Settings } from '@gatehouse/settings'
import { createSmtpMailer, type SmtpMailer } from '@gatehouse/smtp'
import { brandAccents } from '../pages/brand-styles.ts'
import { readLogo } from '../pages/logo.ts'

/**
 * Hands mails to the server of the settings, which may be unreachable until a mail is sent.
 *
 * @throws {Error} When the operator's logo cannot be used.
 */
export function openMailer({
  mail: { url, from, verifyEmailUrl, resetPasswordUrl, invitationUrl, reopenOrganizationUrl },
  pages: {
    brand: { name, color, logoFile },
  },
}: Pick<Settings, 'mail' | 'pages'>): SmtpMailer {
  return createSmtpMailer({
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
