export type { MailLinks } from './rendered-mail.ts'
export type { SmtpMailer, SmtpMailerOptions, SmtpTimeouts } from './smtp-mailer.ts'
export { createSmtpMailer } from './smtp-mailer.ts'
