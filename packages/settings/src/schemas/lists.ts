import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import * as v from 'valibot'
import { callerOrigin } from './urls.ts'

/** Items separated by commas; the list may be empty. */
function listOf<Schema extends v.GenericSchema<string, unknown>>(item: Schema, what: string) {
  return v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
    v.array(item),
    v.readonly(),
    v.description(`${what}, separated by commas, or empty`),
  )
}

const trustsAll = 'must not trust every address: anybody could then choose the one that limits see'

/** Addresses and CIDR blocks (RFC 4632, RFC 4291) that do not cover all addresses (T-104). */
export const addressBlocks = v.pipe(
  listOf(
    v.pipe(
      v.string(),
      v.check((text) => !text.endsWith('/0'), trustsAll),
      v.check(isAddressBlock),
    ),
    'IP addresses or CIDR blocks',
  ),
  v.check((blocks) => !coversFamily(blocks, 4) && !coversFamily(blocks, 6), trustsAll),
)

/** Origins as browsers send them (RFC 6454, section 7). */
export const origins = listOf(
  callerOrigin,
  'origins such as `https://a.example` or `capacitor://localhost`',
)

/** Client types that may be exempt from the one-time code. */
export const exemptClients = listOf(v.picklist(['cli', 'vscode']), '`cli`, `vscode`')

/** Domains behind the `@` of addresses; in ASCII and lower case, as addresses are compared. */
export const emailDomains = listOf(
  v.pipe(
    v.string(),
    v.transform((text) => domainToASCII(text)),
    v.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/),
  ),
  'domain names such as `example.com`',
)

/** Product tokens (RFC 9110, section 10.1.5) up to the slash before the version. */
export const productTokens = listOf(
  v.pipe(v.string(), v.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+\/$/)),
  'product names that end in `/`',
)

/** Whether blocks together hold every address of a family. */
function coversFamily(blocks: readonly string[], family: 4 | 6): boolean {
  const prefixes = blocks.flatMap((block) => {
    const [address = '', length] = block.split('/')
    return isIP(address) === family ? [bitsOf(address).slice(0, Number(length ?? 128))] : []
  })
  // Two blocks are nested or disjoint, so a range is covered by one block, or each of its halves is covered.
  const covers = (prefix: string): boolean => {
    if (prefixes.includes(prefix)) return true
    if (!prefixes.some((other) => other.startsWith(prefix))) return false
    return covers(`${prefix}0`) && covers(`${prefix}1`)
  }
  return covers('')
}

function bitsOf(address: string): string {
  if (isIP(address) === 4) {
    return address
      .split('.')
      .map((octet) => Number(octet).toString(2).padStart(8, '0'))
      .join('')
  }
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const front = head.split(':').filter(Boolean)
  const back = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('')
}

function isAddressBlock(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (longest === -1 || address.includes('%') || rest.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest)
}
