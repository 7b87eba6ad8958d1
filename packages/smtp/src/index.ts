export type { SmtpTimeouts } from './open-transport.ts'
export type { MailLinks } from './rendered-mail.ts'
export type { SmtpMailer, SmtpMailerOptions } from './smtp-mailer.ts'
export { createSmtpMailer } from './smtp-mailer.ts'
