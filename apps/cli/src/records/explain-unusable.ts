/** What a signing key means that an edge cannot use. */
export function explainUnusable(kid: string): string {
  return `the key ${kid} has a zero byte, at which HAProxy cuts it, so gateways check its tokens; the next rotation makes one without`
}
