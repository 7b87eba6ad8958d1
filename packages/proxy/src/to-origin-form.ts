import type { IncomingMessage } from 'node:http'

/**
 * A target that names the host, too, is as good as one that does not (RFC 9112, section 3.2.2). Where
 * it names another one than `Host` it stays what it is, and is refused.
 */
export function toOriginForm(request: Pick<IncomingMessage, 'headers' | 'url'>): void {
  // Nearly every target is a path already.
  if (request.url?.startsWith('/')) return
  const rest = behindHost(request.url ?? '', request.headers.host)
  if (rest !== undefined) request.url = rest.startsWith('/') ? rest : `/${rest}`
}

/** What stands behind the host in an address; `undefined` where that is another host. */
export function behindHost(address: string, host: string | undefined): string | undefined {
  const [, authority = '', rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(address) ?? []
  return authority !== '' && authority.toLowerCase() === host?.toLowerCase() ? rest : undefined
}
