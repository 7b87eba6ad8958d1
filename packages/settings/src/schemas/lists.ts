import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { coverAll } from '@gatehouse/auth-core/requests'
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
  v.check((blocks) => !blocks.every(isAddressBlock) || !coverAll(blocks), trustsAll),
)

/** Hosts as they stand in `Host` (RFC 9110, section 7.2); in lower case. */
export const hosts = listOf(
  v.pipe(
    v.string(),
    v.transform((text) => text.toLowerCase()),
    v.check(isHost),
  ),
  'hosts such as `machines.example.com` or `machines.example.com:8443`',
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

function isHost(text: string): boolean {
  // Nothing of it is read as another part of an address, or in another way.
  return /^[a-z0-9.:[\]_-]+$/.test(text) && URL.canParse(`http://${text}`) && !/[:.]$/.test(text)
}

/** Runtime sockets of HAProxy: a path on this machine, or an address and a port. */
export const runtimeSockets = listOf(
  v.pipe(
    v.string(),
    v.regex(/^(?:\/[^\0]+|(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):[1-9]\d{0,4})$/),
    v.check((text) => text.startsWith('/') || Number(/\d+$/.exec(text)?.[0]) <= 65_535),
  ),
  'whole paths or `host:port`',
)

function isAddressBlock(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (longest === -1 || address.includes('%') || rest.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest)
}
