import { createSmtpMailer, type SmtpMailer, type SmtpMailerOptions } from '../src/index.ts'
import { closeAfterTest } from './close-after-test.ts'
import { links } from './mails.ts'

/** A mailer for one test. */
export function openMailer(url: string, options: Partial<SmtpMailerOptions> = {}): SmtpMailer {
  const mailer = createSmtpMailer({
    url,
    from: 'Gatehouse <no-reply@id.example>',
    links,
    ...options,
  })
  closeAfterTest(() => mailer.close())
  return mailer
}
