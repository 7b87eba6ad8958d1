import { createSmtpMailer, type MailLinks, type SmtpMailerOptions } from '@gatehouse/smtp'
import { checkOptions } from '../check-options.ts'
import type { MailerPart } from '../options.ts'

/** Where the links in mails lead: addresses of pages, which get `#token=…`, or functions that make them. */
export type MailAddresses = { readonly [Name in keyof MailLinks]: string | MailLinks[Name] }

/** The mail server, and how mails look. */
export interface SmtpOptions extends Omit<SmtpMailerOptions, 'links' | 'log'> {
  /** Where the links in mails lead. */
  readonly links: MailAddresses
}

/**
 * Mails over SMTP. The server may be unreachable until a mail is sent; why mails are not sent goes to `onError`.
 *
 * @throws {TypeError} Naming the option that is missing, unknown or wrong.
 */
export function smtp(options: SmtpOptions): MailerPart {
  checkOptions('smtp', options, {
    url: 'string',
    from: 'string',
    links: 'object',
    productName: 'string?',
    serviceUrl: 'string?',
    accents: 'object?',
    logo: 'object?',
    timeouts: 'object?',
  })
  const links = linksOf(options.links)
  return {
    open: ({ log }) =>
      createSmtpMailer({
        ...options,
        links,
        log: {
          warn: (facts, message) => log.warn(facts, message),
          info: (message) => log.info({}, message),
        },
      }),
  }
}

function linksOf(addresses: MailAddresses): MailLinks {
  const names = ['verifyEmail', 'resetPassword', 'invitation', 'reopenOrganization'] as const
  const links = names.map((name) => [name, linkOf(name, addresses[name])] as const)
  return Object.fromEntries(links) as unknown as MailLinks
}

function linkOf(name: string, address: unknown): (token: string) => string {
  if (typeof address === 'function') return address as (token: string) => string
  if (typeof address !== 'string' || !URL.canParse(address)) {
    throw new TypeError(`smtp: links.${name} is missing, or no address`)
  }
  // In the fragment, servers and link scanners do not see the token.
  return (token) => `${address}#token=${token}`
}
