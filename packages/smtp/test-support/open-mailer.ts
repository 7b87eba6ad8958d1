import type { Mail, Mailer } from '@gatehouse/auth-core/ports'
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

/** What is handed over, and with how many seconds of patience for each step; ten unless told. */
interface Delivery {
  readonly id: string
  readonly mail: Mail
  readonly patienceSeconds?: number | undefined
}

/** Prepares a mail and sends it. */
export async function deliver(mailer: Mailer, { id, mail, patienceSeconds = 10 }: Delivery) {
  const delivery = await mailer.prepare(id, mail, patienceSeconds)
  await delivery.send(patienceSeconds)
}
