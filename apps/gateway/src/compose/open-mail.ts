import type { Settings } from '@gatehouse/settings'
import { preferredLanguage, type SmtpMailer } from '@gatehouse/smtp'
import type { GatewayParts } from '../gateway.ts'
import { createMailHealth } from '../jobs/mail-health.ts'
import { openMailer } from './open-mailer.ts'

/** What a gateway needs for its mails. */
export interface OpenedMail extends Pick<GatewayParts, 'languageOf' | 'mailHealth'> {
  /** Hands mails to the server of the settings. */
  readonly mailer: SmtpMailer
}

/** Opens the way to the mail server. @throws {Error} When the operator's logo cannot be used. */
export function openMail(settings: Settings): OpenedMail {
  const mailer = openMailer(settings)
  return { mailer, mailHealth: createMailHealth(mailer), languageOf: preferredLanguage }
}
