import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

// Node's conversion reads the host of a URL: it cuts at `/`, `?` and `#`, decodes `%`, drops tabs.
const readable = /^(?:[A-Za-z0-9.-]|\P{ASCII})+$/u
const converted = /^[a-z0-9.-]+$/

/**
 * The A-label form of a domain name in lower case (UTS #46, RFC 5891), as the port `domainToAscii` promises.
 * Lengths and the place of hyphens and dots are not checked.
 *
 * @returns `null` when there is no such form: for characters that host names cannot have, for invalid labels,
 * and for IP addresses in any notation.
 */
export function domainToAscii(domain: string): string | null {
  if (!readable.test(domain)) return null
  const name = domainToASCII(domain)
  return converted.test(name) && isIP(name) === 0 ? name : null
}
