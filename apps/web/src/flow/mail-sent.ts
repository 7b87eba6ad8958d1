import { signal } from '@preact/signals'
import { createDraft } from './draft.ts'

/** A mail that the person waits for. */
export interface MailSent {
  /** What the mail is for: to confirm an address, or to set a new password. */
  readonly kind: 'signUp' | 'reset'
  /** The address of the mail, as typed. */
  readonly email: string
  /** The username of a sign-up; empty for a new password. */
  readonly username: string
}

const draft = createDraft('gatehouse.mail', ['kind', 'email', 'username'])

/** The mail that was requested last. */
export const mailSent = signal<MailSent | undefined>(read())

/** Notes a mail; kept over a reload of the page that tells of it. */
export function noteMailSent(sent: MailSent): void {
  mailSent.value = sent
  draft.keep({ ...sent })
}

/** Keeps it in memory alone from now on. */
export function dropMailSent(): void {
  draft.drop()
}

function read(): MailSent | undefined {
  const { kind, email, username = '' } = draft.read()
  if (!email || (kind !== 'signUp' && kind !== 'reset')) return undefined
  return { kind, email, username }
}
