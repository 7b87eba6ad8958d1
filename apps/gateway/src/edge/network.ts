import { BlockList, isIP, isIPv4 } from 'node:net'

/** The peers whose word on the client's address counts. */
export interface TrustedProxies {
  /** Whether the address belongs to one of them. */
  includes(address: string): boolean
}

/** From addresses and CIDR blocks, both already validated. */
export function createTrustedProxies(blocks: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const block of blocks) {
    const [address = '', prefix] = block.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return {
    includes: (address) =>
      blocks.length > 0 &&
      isIP(address) > 0 &&
      list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6'),
  }
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
  let address = plain(peer)
  if (!trusted.includes(address)) return address
  const hops = forwardedFor.flatMap((value) => value.split(',')).map((hop) => plain(hop.trim()))
  while (trusted.includes(address)) {
    const hop = hops.pop()
    if (hop === undefined || isIP(hop) === 0) break
    address = hop
  }
  return address
}

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, which one customer has. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  // The URL parser writes an IPv6 address in its one canonical form (RFC 5952).
  const host = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = host.split('::')
  const front = head.split(':').filter(Boolean)
  const back = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  const groups = tail === undefined ? front : [...front, ...zeros, ...back]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** An IPv4 address that arrived on an IPv6 socket is an IPv4 address. A zone is not part of it. */
function plain(address: string): string {
  if (isIPv4(address)) return address
  const withoutZone = address.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)
  return mapped?.[1] ?? withoutZone
}
