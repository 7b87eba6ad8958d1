import { mailSender } from '../schemas/texts.ts'
import { pageUrl, smtpUrl } from '../schemas/urls.ts'
import type { SettingList } from '../setting.ts'

/** Mails and the pages they link to. */
export const mailSettings = {
  SMTP_URL: {
    schema: smtpUrl,
    required: true,
    description:
      'The mail server. `smtps` is TLS from the start. With `smtp` a password goes out over STARTTLS only, or to this machine; `?requireTLS=true` insists on it for mails without one. User and password are percent-encoded.',
    example: 'smtps://user:password@mail.example.com:465',
    secret: true,
  },
  MAIL_FROM: {
    schema: mailSender,
    default: 'no-reply@localhost',
    description:
      'The sender of every mail; without a name it has that of `BRAND_NAME`. Set it to one that your mail server may send for.',
    example: 'Example <no-reply@example.com>',
  },
  VERIFY_EMAIL_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/verify-email',
    description: 'The page that confirms an email address. The link in the mail adds the token.',
  },
  RESET_PASSWORD_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/reset-password',
    description: 'The page on which a new password is chosen. The link in the mail adds the token.',
  },
  INVITATION_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/invitation',
    description:
      'The page on which an invitation is accepted. The link in the mail adds the token.',
  },
  REOPEN_ORGANIZATION_URL: {
    schema: pageUrl,
    default: '$PUBLIC_BASE_URL/reopen-organization',
    description:
      'The page that opens a closed organization again. The link in the mail adds the token.',
  },
} as const satisfies SettingList
