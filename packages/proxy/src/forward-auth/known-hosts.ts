/**
 * Whether requests to a host are checked, by the hosts that are. Compared without regard to case (RFC 9110, section
 * 4.2.3); the ports of http and https may be there or not.
 *
 * @param hosts Names or addresses, each with its port if that is another one; IPv6 in brackets.
 */
export function createKnownHosts(hosts: readonly string[]): (host: string) => boolean {
  const known = new Set(hosts.map(plainHost))
  return (host) => known.has(plainHost(host))
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/:(?:80|443)$/, '')
}
