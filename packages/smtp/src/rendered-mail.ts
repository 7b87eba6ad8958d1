import type { Mail } from '@gatehouse/auth-core/ports'
import type { MailBrand } from './mail-brand.ts'

/** The mail of the given kind. */
export type MailOf<Kind extends Mail['kind']> = Extract<Mail, { readonly kind: Kind }>

/** The addresses of the pages that redeem one-time tokens. */
export interface MailLinks {
  /** The address of the page that confirms an email address. */
  readonly verifyEmail: (token: string) => string
  /** The address of the page that sets a new password. */
  readonly resetPassword: (token: string) => string
  /** The address of the page that accepts an invitation. */
  readonly invitation: (token: string) => string
  /** The address of the page that reopens a closed organization. */
  readonly reopenOrganization: (token: string) => string
}

/** What every mail needs besides its own data. */
export interface MailContext {
  /** The name and the looks of the service. */
  readonly brand: MailBrand
  /** The addresses of links in mails. */
  readonly links: MailLinks
}

/** A mail as people receive it. */
export interface RenderedMail {
  /** The field `Subject` (RFC 5322, section 3.6.5), one line. */
  readonly subject: string
  /** The plain text body. */
  readonly text: string
  /** The HTML body, a whole document. */
  readonly html: string
}
