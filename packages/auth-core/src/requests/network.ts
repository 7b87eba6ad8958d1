import { ipv4Bytes, ipv6Groups, mappedBytes } from './ip-address.ts'

/** The proxies whose information on the client's address is trusted. */
export interface TrustedProxies {
  /** Whether the address belongs to a trusted proxy. */
  includes(address: string): boolean
}

/**
 * Creates the set from addresses and CIDR blocks, such as `10.0.0.0/8` and `2001:db8::1`.
 *
 * @throws {TypeError} For a text that is neither, and for blocks that cover all addresses: clients could then choose
 *   the address that limits count by (T-104).
 */
export function createTrustedProxies(blocks: readonly string[]): TrustedProxies {
  const known = blocks.map(readBlock)
  if (coverAll(blocks)) throw new TypeError(`${blocks.join(', ')} would trust every address`)
  // Most requests come through the same proxy, and each asks about it several times.
  let last = { address: '', isKnown: false }
  return {
    includes(address) {
      if (known.length === 0) return false
      if (address !== last.address) {
        const bytes = bytesOf(address)
        const isKnown = bytes !== undefined && known.some((block) => isIn(block, bytes))
        last = { address, isKnown }
      }
      return last.isKnown
    },
  }
}

/** The addresses that begin with the same bits. */
interface Block {
  readonly bytes: readonly number[]
  readonly bits: number
}

function readBlock(text: string): Block {
  const [address = '', prefix, ...rest] = text.split('/')
  const wholeBits = address.includes(':') ? 128 : 32
  const bits = prefix === undefined ? wholeBits : Number(prefix)
  const groups = ipv6Groups(address)
  const ipv4 = groups ? mappedBytes(groups) : ipv4Bytes(address)
  const isBlock = /^\d{1,3}$/.test(prefix ?? '0') && bits <= wholeBits && rest.length === 0
  if (!isBlock || !(groups ?? ipv4)) throw new TypeError(`${text} is no address and no CIDR block`)
  // IPv4 addresses in IPv6 ones are IPv4 addresses.
  const ipv4Bits = bits - wholeBits + 32
  if (ipv4 && ipv4Bits >= 0) return { bytes: ipv4, bits: ipv4Bits }
  return { bytes: bytesOfGroups(groups ?? []), bits }
}

/**
 * Whether blocks cover all IPv4 or all IPv6 addresses together.
 *
 * @throws {TypeError} For a text that is no address and no CIDR block.
 */
export function coverAll(blocks: readonly string[]): boolean {
  const known = blocks.map(readBlock)
  return coverFamily(known, 4) || coverFamily(known, 16)
}

/** Blocks are nested or disjoint, so a range is covered by one of them, or each of its halves is covered. */
function coverFamily(blocks: readonly Block[], length: 4 | 16): boolean {
  const prefixes = blocks
    .filter(({ bytes }) => bytes.length === length)
    .map(({ bytes, bits }) =>
      bytes
        .map((byte) => byte.toString(2).padStart(8, '0'))
        .join('')
        .slice(0, bits),
    )
  const covers = (prefix: string): boolean => {
    if (prefixes.includes(prefix)) return true
    if (!prefixes.some((other) => other.startsWith(prefix))) return false
    return covers(`${prefix}0`) && covers(`${prefix}1`)
  }
  return covers('')
}

function isIn({ bytes: first, bits }: Block, bytes: readonly number[]): boolean {
  if (first.length !== bytes.length) return false
  return bytes.every((byte, index) => {
    const free = 8 - Math.min(8, Math.max(0, bits - 8 * index))
    return byte >> free === (first[index] ?? 0) >> free
  })
}

/** Four bytes or sixteen; `undefined` for what is no address. */
function bytesOf(address: string): readonly number[] | undefined {
  const groups = ipv6Groups(address)
  if (!groups) return ipv4Bytes(address)
  return mappedBytes(groups) ?? bytesOfGroups(groups)
}

function bytesOfGroups(groups: readonly number[]): readonly number[] {
  return groups.flatMap((group) => [group >> 8, group & 0xff])
}

/**
 * The client's address: the peer's, or behind trusted proxies the right-most address of
 * `X-Forwarded-For` that is not one of them (T-59).
 *
 * @param peer The address at the other end of the socket.
 * @param forwardedFor All values of `X-Forwarded-For`, in order.
 */
export function clientAddress(
  peer: string,
  forwardedFor: readonly string[],
  trusted: TrustedProxies,
): string {
  let address = peerAddress(peer)
  if (!trusted.includes(address)) return address
  const hops = forwardedFor.flatMap((value) => value.split(',')).map(hopAddress)
  while (trusted.includes(address)) {
    const hop = hops.pop()
    if (hop === undefined || bytesOf(hop) === undefined) break
    address = hop
  }
  return address
}

/**
 * What a trusted proxy says of its client where that is no address, so that its own counts for all its clients;
 * `undefined` where everything can be read.
 *
 * @param address What {@link clientAddress} found.
 * @param forwardedFor All values of `X-Forwarded-For`, in order.
 */
export function unreadableHop(
  address: string,
  forwardedFor: readonly string[],
  trusted: TrustedProxies,
): string | undefined {
  // Hops of clients stand in front of an address that can be read, at which the search has ended.
  if (!trusted.includes(address)) return undefined
  const hops = forwardedFor.flatMap((value) => value.split(','))
  return hops.findLast((hop) => bytesOf(hopAddress(hop)) === undefined)?.trim()
}

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, which one customer has. */
export function networkOf(address: string): string {
  const groups = ipv6Groups(address)
  if (!groups) return address
  const first = groups.slice(0, 4).map((group) => group.toString(16))
  return `${first.join(':')}::/64`
}

/** The address of a hop. Some proxies add the port, which needs brackets in IPv6 and then quotes (RFC 7239, section 6). */
function hopAddress(hop: string): string {
  const text = hop.trim().replace(/^"(.*)"$/, '$1')
  const withPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(text)
  return peerAddress(withPort?.groups?.v6 ?? withPort?.groups?.v4 ?? text)
}

/**
 * The address of a peer. An IPv4 one that arrived on an IPv6 socket is an IPv4 address, in whatever
 * digits; a zone is not part of it.
 */
export function peerAddress(address: string): string {
  // Every request asks; an IPv4 address, or none at all, stays as it is.
  if (!/[:%]/.test(address)) return address
  const [, dotted = ''] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (ipv4Bytes(dotted)) return dotted
  const withoutZone = address.replace(/%.*$/, '')
  const groups = ipv6Groups(withoutZone)
  return (groups && mappedBytes(groups)?.join('.')) ?? withoutZone
}
