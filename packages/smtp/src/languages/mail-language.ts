import type { Mail } from '@gatehouse/auth-core/ports'
import type { MailOf } from '../rendered-mail.ts'

/** The words of one mail, without its code and its links. */
export interface MailWords {
  /** The subject and the heading. Fixed: no name that a person chose (T-99). */
  readonly subject: string
  /** The paragraphs above the code or the links. */
  readonly before: readonly string[]
  /** What is on the button of a link. */
  readonly action?: string
  /** The paragraphs below the code or the links. */
  readonly after?: readonly string[]
  /** Says that a mail that was not asked for can be ignored. */
  readonly ignore?: string
  /** Says what to do if another person caused the mail. */
  readonly alarm?: string
}

/** All words of mails in one language. A missing kind of mail does not compile. */
export interface MailLanguage {
  /** The words of each kind of mail. `product` is the name of the service. */
  readonly mails: {
    readonly [Kind in Mail['kind']]: (mail: MailOf<Kind>, product: string) => MailWords
  }
  /** The words of the mail by which an operator tests the mail server. */
  readonly test: (product: string) => MailWords
  /** The last line of every mail. */
  readonly closing: (product: string) => string
  /** One of several accounts, as a title. */
  readonly account: (names: { readonly organization: string; readonly username: string }) => string
}
