import { hasControlCharacter } from './has-control-character.ts'
import { isMailboxAddress } from './is-mailbox-address.ts'

/** The sender of mails. */
export interface Sender {
  /** The display name; empty without one. */
  readonly name: string
  /** The mailbox (RFC 5321, section 4.1.2), without angle brackets. */
  readonly address: string
  /** The part of the address after the `@`. */
  readonly domain: string
}

const named = /^(?:"([^"<>]*)"\s*|([^"<>]*))<([^<>]+)>$/

/**
 * Reads `address` or `Name <address>`; the name may stand in double quotes.
 *
 * @throws {TypeError} For anything else.
 */
export function parseSender(from: string): Sender {
  const [, quoted, bare, inBrackets] = named.exec(from.trim()) ?? []
  const name = (quoted ?? bare ?? '').trim()
  const address = (inBrackets ?? from).trim()
  if (hasControlCharacter(from) || !isMailboxAddress(address)) {
    throw new TypeError('The sender of mails is an address or "Name <address>".')
  }
  return { name, address, domain: address.slice(address.indexOf('@') + 1) }
}
