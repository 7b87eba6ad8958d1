import {
  createTrustedProxies,
  networkOf,
  peerAddress,
  type TrustedProxies,
} from '@gatehouse/auth-core/requests'

const loopback = createTrustedProxies(['127.0.0.0/8', '::1'])

/** What the cap of a network counts by; none for loopback and trusted proxies, which have no cap. */
export function createPeerNetworks(trusted: TrustedProxies) {
  return (peer: string): string | undefined => {
    const address = peerAddress(peer)
    const hasNoCap = loopback.includes(address) || trusted.includes(address)
    return hasNoCap ? undefined : networkOf(address)
  }
}
