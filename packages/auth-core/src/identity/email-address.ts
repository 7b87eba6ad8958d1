/**
 * Email addresses: the part of RFC 5321 and RFC 5322 that people really have, and nothing that a
 * mail program could read as another address, as two addresses or as a header.
 */
import type { DomainToAscii } from '../ports/domain-to-ascii.ts'
import { lowerCaseAscii } from './lower-case-ascii.ts'
import { invalid, type ParseResult, valid } from './parse-result.ts'
import type { TextConstraints } from './text-constraints.ts'

/** An address that mail can be sent to, and the form in which it is compared. */
export interface EmailAddress {
  /** The address for sending mail: as typed, but with a domain outside ASCII in A-labels. */
  readonly given: string
  /** For comparing and looking up: all lower case, the domain in A-labels. */
  readonly canonical: string
}

const longestAddress = 254
const longestLocalPart = 64

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const dottedAtoms = `${atom}(?:\\.${atom})*`
const dotAtom = new RegExp(`^${dottedAtoms}$`)
const label = '(?:[A-Za-z0-9-]|[^\\u0000-\\u007F])+'

/** What an email address is before its domain is looked at. */
export const emailConstraints = {
  minLength: 5,
  maxLength: longestAddress,
  pattern: `^(?=[^@]{1,${longestLocalPart}}@)${dottedAtoms}@${label}(?:\\.${label})+$`,
} as const satisfies TextConstraints

// U+3002 is a full stop in IDNA, so it would split one label into two.
const typedLabel = /^(?:[A-Za-z0-9-]|(?!\p{ASCII})[^\u3002\p{C}\p{Z}])+$/u

// RFC 5890 section 2.3.1 reserves `--` in third place for prefixes, of which `xn` is the only one.
const asciiLabel = /^(?!(?!xn)..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

// No top-level domain begins or ends with a digit, A-labels included; an IPv4 address does.
const topLabel = /\.[a-z](?:[a-z0-9-]*[a-z])?$/

/**
 * Reads one email address: an ASCII dot-atom of at most 64 octets, one `@`, and a domain name of at
 * least two labels, at most 254 octets in all. Quoted local parts, comments, address literals, display
 * names, surrounding white space and control characters are refused, not repaired. There is no folding
 * of `+` tags or dots.
 *
 * @param input - The address as typed.
 * @param toAscii - The runtime's IDNA conversion.
 * @returns The address, or the rule: `too_long`, `at_sign`, `local_part`, `domain`.
 */
export function parseEmailAddress(
  input: string,
  toAscii: DomainToAscii,
): ParseResult<EmailAddress> {
  if (input.length > longestAddress) return tooLong
  const [local, domain, ...rest] = input.split('@')
  if (local === undefined || domain === undefined || rest.length > 0) {
    return invalid('at_sign', 'An email address has exactly one @.')
  }
  // Refuses everything that NFKC changes outside the labels of the domain, above all U+FF20 FULLWIDTH
  // COMMERCIAL AT: a mail program that normalises would send to another address than the checked one.
  if (local.length > longestLocalPart || !dotAtom.test(local)) {
    return invalid(
      'local_part',
      'The part before the @ has 1 to 64 unaccented letters, digits and signs, without quotes.',
    )
  }
  const asciiDomain = readDomain(domain, toAscii)
  if (asciiDomain === null) {
    return invalid('domain', 'The part after the @ is a domain name such as example.com.')
  }
  const given = lowerCaseAscii(domain) === asciiDomain ? input : `${local}@${asciiDomain}`
  if (given.length > longestAddress) return tooLong
  return valid({ given, canonical: `${local.toLowerCase()}@${asciiDomain}` })
}

const tooLong = invalid('too_long', 'An email address has at most 254 characters.')

function readDomain(domain: string, toAscii: DomainToAscii): string | null {
  // Checked before conversion too: converters that parse URLs drop tabs and decode `%2E`.
  const labels = domain.split('.').map((label) => label.normalize('NFKC'))
  if (!labels.every((label) => typedLabel.test(label))) return null
  const ascii = toAscii(labels.join('.'))
  return ascii !== null && isHostName(ascii) ? ascii : null
}

function isHostName(domain: string): boolean {
  return topLabel.test(domain) && domain.split('.').every((label) => asciiLabel.test(label))
}
