import { isLoopbackHost } from '@gatehouse/auth-core/ports'

/** A mail server as given by its URL. */
export interface SmtpServer {
  /** A name or an address; an IPv6 address without brackets. */
  readonly host: string
  /** The TCP port; without one in the URL 465 for `smtps`, 587 for `smtp`. */
  readonly port: number
  /** TLS from the first byte. */
  readonly secure: boolean
  /** Whether mail is sent only after STARTTLS. */
  readonly requireTLS: boolean
  /** What we say we are (RFC 5321, section 4.1.1.1); `undefined` for what the machine is called. */
  readonly name: string | undefined
  /** What to log in with; `undefined` for no login. */
  readonly auth: { readonly user: string; readonly pass: string } | undefined
}

/**
 * Reads `smtps://user:password@host:port`, or `smtp://…` for STARTTLS or none. Ports default to 465
 * and 587. Without TLS a password is sent to the own machine only, or if `?requireTLS=false` says
 * so; `?requireTLS=true` asks for TLS in any case. `name` is what we say we are, `&` is between the two,
 * in this order. Other parameters are refused.
 *
 * @throws {TypeError} When the URL is anything else. The message does not repeat it.
 */
export function parseSmtpUrl(text: string): SmtpServer {
  if (!isSmtpUrl(text)) {
    throw new TypeError(
      'A mail server is smtp:// or smtps:// with a host, user and password percent-encoded, and at most ?requireTLS=true or =false and &name=host.',
    )
  }
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  const auth = credentialsOf(url)
  const required = url.searchParams.get('requireTLS')
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS:
      required === null ? auth !== undefined && !isLoopbackHost(url.hostname) : required === 'true',
    name: url.searchParams.get('name') ?? undefined,
    auth,
  }
}

/** Whether it is `smtp://` or `smtps://` with a host, as `SMTP_URL` wants it. */
export function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(text)
  return (
    /^smtps?:$/.test(protocol) &&
    /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])$/.test(hostname) &&
    /^\/?$/.test(pathname) &&
    /^(?:\?(?:requireTLS=(?:true|false)(?:&name=[A-Za-z0-9.-]+)?|name=[A-Za-z0-9.-]+))?$/.test(
      search,
    ) &&
    hash === '' &&
    [username, password].every(isPercentEncoded)
  )
}

function credentialsOf({ username, password }: URL): SmtpServer['auth'] {
  if (username === '' && password === '') return undefined
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
