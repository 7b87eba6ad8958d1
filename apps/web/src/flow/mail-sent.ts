import { signal } from '@preact/signals'

/** A mail that the person waits for. It is gone after a reload: the page then says less. */
export interface MailSent {
  readonly kind: 'signUp' | 'reset'
  readonly email: string
}

/** The last mail that was asked for. */
export const mailSent = signal<MailSent | undefined>(undefined)
