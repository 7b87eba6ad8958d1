/** A mail server as given by its URL. */
export interface SmtpServer {
  /** A name or an address; an IPv6 address without brackets. */
  readonly host: string
  /** The TCP port; without one in the URL 465 for `smtps`, 587 for `smtp`. */
  readonly port: number
  /** TLS from the first byte. */
  readonly secure: boolean
  /** No mail without STARTTLS. */
  readonly requireTLS: boolean
  /** What to log in with; `undefined` for no login. */
  readonly auth: { readonly user: string; readonly pass: string } | undefined
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Reads `smtps://user:password@host:port`, or `smtp://…` for STARTTLS or none. Ports default to 465
 * and 587. Without TLS a password is sent to the own machine only, or if `?requireTLS=false` says
 * so; `?requireTLS=true` asks for TLS in any case. Other parameters are refused.
 *
 * @throws {TypeError} When the URL is anything else. The message does not repeat it.
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !isSmtp(url)) {
    throw new TypeError(
      'A mail server is smtp:// or smtps:// with a host, and at most ?requireTLS=true or =false.',
    )
  }
  const secure = url.protocol === 'smtps:'
  const auth = credentialsOf(url)
  const required = url.searchParams.get('requireTLS')
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS:
      required === null ? auth !== undefined && !loopback.test(url.hostname) : required === 'true',
    auth,
  }
}

function isSmtp({ protocol, hostname, pathname, search, hash }: URL): boolean {
  return (
    /^smtps?:$/.test(protocol) &&
    /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])$/.test(hostname) &&
    /^\/?$/.test(pathname) &&
    /^(?:\?requireTLS=(?:true|false))?$/.test(search) &&
    hash === ''
  )
}

function credentialsOf({ username, password }: URL): SmtpServer['auth'] {
  if (username === '' && password === '') return undefined
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    throw new TypeError('The user and password of the mail server are percent-encoded.')
  }
}
