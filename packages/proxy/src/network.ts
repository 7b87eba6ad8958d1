import { BlockList, isIP, isIPv4 } from 'node:net'

/** The proxies whose information on the client's address is trusted. */
export interface TrustedProxies {
  /** Whether the address belongs to a trusted proxy. */
  includes(address: string): boolean
}

/** Creates the set from addresses and CIDR blocks that were validated. */
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
  let address = peerAddress(peer)
  if (!trusted.includes(address)) return address
  const hops = forwardedFor.flatMap((value) => value.split(',')).map(hopAddress)
  while (trusted.includes(address)) {
    const hop = hops.pop()
    if (hop === undefined || isIP(hop) === 0) break
    address = hop
  }
  return address
}

const loopback = createTrustedProxies(['127.0.0.0/8', '::1'])

/** What the cap of a network counts by; none for loopback and trusted proxies, which have no cap. */
export function createPeerNetworks(trusted: TrustedProxies) {
  return (peer: string): string | undefined => {
    const address = peerAddress(peer)
    const hasNoCap = loopback.includes(address) || trusted.includes(address)
    return hasNoCap ? undefined : networkOf(address)
  }
}

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, which one customer has. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = canonical(address).split('::')
  const front = head.split(':').filter(Boolean)
  const back = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  const groups = tail === undefined ? front : [...front, ...zeros, ...back]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The address of a hop. Some proxies add the port, which needs brackets in IPv6 (RFC 7239, section 6). */
function hopAddress(hop: string): string {
  const text = hop.trim()
  const withPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(text)
  return peerAddress(withPort?.groups?.v6 ?? withPort?.groups?.v4 ?? text)
}

/**
 * The address of a peer. An IPv4 one that arrived on an IPv6 socket is an IPv4 address, in whatever
 * digits; a zone is not part of it.
 */
function peerAddress(address: string): string {
  if (isIPv4(address)) return address
  const withoutZone = address.replace(/%.*$/, '')
  if (isIP(withoutZone) !== 6) return withoutZone
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical(withoutZone))
  if (!mapped) return withoutZone
  const [high, low] = mapped.slice(1).map((group) => Number.parseInt(group, 16))
  return [high, low].flatMap((group = 0) => [group >> 8, group & 0xff]).join('.')
}

/** The canonical form of an IPv6 address (RFC 5952), in hexadecimal only, as the URL parser writes it. */
function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}
