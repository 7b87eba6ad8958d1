import type { Mail } from '@gatehouse/auth-core/ports'
import type { MailContext, RenderedMail } from './rendered-mail.ts'
import { accountClaimedMail } from './templates/account-claimed.ts'
import { emailChangeMail } from './templates/email-change.ts'
import { emailChangedMail, emailChangeRequestedMail } from './templates/email-news.ts'
import { invitationMail } from './templates/invitation.ts'
import { organizationClosingMail } from './templates/organization-closing.ts'
import { otpMail } from './templates/otp.ts'
import { passwordChangedMail } from './templates/password-changed.ts'
import { passwordDoubtfulMail } from './templates/password-doubtful.ts'
import { passwordResetMail } from './templates/password-reset.ts'
import { protectionLoweredMail } from './templates/protection-lowered.ts'
import { verifyEmailMail } from './templates/verify-email.ts'

/**
 * Writes the subject and both bodies of a mail. A missing kind does not compile. `unreachable` is not called,
 * because it would put the mail and its secrets into its message.
 */
export function renderMail(mail: Mail, context: MailContext): RenderedMail {
  switch (mail.kind) {
    case 'verify_email':
      return verifyEmailMail(mail, context)
    case 'otp':
      return otpMail(mail, context)
    case 'password_reset':
      return passwordResetMail(mail, context)
    case 'password_changed':
      return passwordChangedMail(mail, context)
    case 'password_doubtful':
      return passwordDoubtfulMail(mail, context)
    case 'account_claimed':
      return accountClaimedMail(mail, context)
    case 'protection_lowered':
      return protectionLoweredMail(mail, context)
    case 'invitation':
      return invitationMail(mail, context)
    case 'email_change':
      return emailChangeMail(mail, context)
    case 'email_change_requested':
      return emailChangeRequestedMail(mail, context)
    case 'email_changed':
      return emailChangedMail(mail, context)
    case 'organization_closing':
      return organizationClosingMail(mail, context)
  }
}
