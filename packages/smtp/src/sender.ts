import { hasControlCharacter } from './control-characters.ts'
import { isMailboxAddress } from './mailbox-address.ts'

/** Whom mails come from. */
export interface Sender {
  readonly name: string
  readonly address: string
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
