import { signal } from '@preact/signals'

/** A mail that the person waits for. It is lost on a reload; the page then says less. */
export interface MailSent {
  /** What the mail is for: to confirm an address, or to set a new password. */
  readonly kind: 'signUp' | 'reset'
  /** The address of the mail, as typed. */
  readonly email: string
}

/** The mail that was requested last. */
export const mailSent = signal<MailSent | undefined>(undefined)
