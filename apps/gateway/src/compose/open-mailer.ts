import type { MailSettings } from '@gatehouse/settings'
import { createSmtpMailer, type SmtpMailer } from '@gatehouse/smtp'

/** Hands mails to the server that the settings name. Only a mail asks it: it may be away. */
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
      // In the fragment no server and no link scanner sees the token.
      verifyEmail: (token) => `${verifyEmailUrl}#token=${token}`,
      resetPassword: (token) => `${resetPasswordUrl}#token=${token}`,
      invitation: (token) => `${invitationUrl}#token=${token}`,
      reopenOrganization: (token) => `${reopenOrganizationUrl}#token=${token}`,
    },
  })
}
