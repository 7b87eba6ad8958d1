import type { Mail } from '@gatehouse/auth-core/ports'

/** The mail of one kind. */
export type MailOf<Kind extends Mail['kind']> = Extract<Mail, { readonly kind: Kind }>

/** The addresses of the pages that redeem one-time tokens. */
export interface MailLinks {
  /** Where an email address is confirmed. */
  readonly verifyEmail: (token: string) => string
  /** Where a new password is chosen. */
  readonly resetPassword: (token: string) => string
  /** Where an invitation is accepted. */
  readonly invitation: (token: string) => string
  /** Where an organization that was closed is taken back. */
  readonly reopenOrganization: (token: string) => string
}

/** What every mail needs besides its own data. */
export interface MailContext {
  /** What the service is called. */
  readonly productName: string
  /** Where the links of mails lead. */
  readonly links: MailLinks
}

/** A mail as a person gets it. */
export interface RenderedMail {
  /** The field `Subject` (RFC 5322, section 3.6.5), one line. */
  readonly subject: string
  /** The plain text body. */
  readonly text: string
  /** The HTML body, a whole document. */
  readonly html: string
}
