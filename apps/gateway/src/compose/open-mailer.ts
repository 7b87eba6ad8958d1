import type { MailSettings } from '@gatehouse/settings'
import { createSmtpMailer, type SmtpMailer } from '@gatehouse/smtp'

/** Hands mails to the server of the settings, which may be unreachable until a mail is sent. */
export function openMailer({
  url,
  from,
  verifyEmailUrl,
  resetPasswordUrl,
  invitationUrl,
  reopenOrganizationUrl,
}: MailSettings): SmtpMailer {
  return createSmtpMailer({
    url,
    from,
    serviceUrl: verifyEmailUrl,
    links: {
      // In the fragment, servers and link scanners do not see the token.
      verifyEmail: (token) => `${verifyEmailUrl}#token=${token}`,
      resetPassword: (token) => `${resetPasswordUrl}#token=${token}`,
      invitation: (token) => `${invitationUrl}#token=${token}`,
      reopenOrganization: (token) => `${reopenOrganizationUrl}#token=${token}`,
    },
  })
}
