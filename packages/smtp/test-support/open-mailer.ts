import type { Mail, Mailer } from '@gatehouse/auth-core/ports'
import { createSmtpMailer, type SmtpMailer, type SmtpMailerOptions } from '../src/index.ts'
import { closeAfterTest } from './close-after-test.ts'
import { links } from './mails.ts'

/** Opens a mailer for one test. */
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

/** What is delivered, and how many seconds each step may take; ten unless given. */
interface DeliveryOptions {
  readonly id: string
  readonly mail: Mail
  readonly patienceSeconds?: number | undefined
}

/** Prepares a mail and sends it. */
export async function deliver(mailer: Mailer, { id, mail, patienceSeconds = 10 }: DeliveryOptions) {
  const delivery = await mailer.prepare(id, mail, patienceSeconds)
  await delivery.send(patienceSeconds)
}
