import { signal } from '@preact/signals'

/** A mail that the person waits for. It is gone after a reload: the page then says less. */
export interface MailSent {
  /** What the mail is for: to confirm an address, or to set a new password. */
  readonly kind: 'signUp' | 'reset'
  /** The address it went to, as typed. */
  readonly email: string
}

/** The last mail that was asked for. */
export const mailSent = signal<MailSent | undefined>(undefined)
