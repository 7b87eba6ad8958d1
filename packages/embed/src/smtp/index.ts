/** `@gatehouse/embed/smtp`: mails over SMTP. Needs `@gatehouse/smtp`. */
export { type MailAddresses, type SmtpOptions, smtp } from './smtp.ts'
