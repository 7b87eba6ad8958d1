import { isLoopbackHost } from '@gatehouse/auth-core/ports'
import { isSmtpUrl } from '@gatehouse/smtp/smtp-url'
import * as v from 'valibot'

const web = 'an `http` or `https` address'

/** Scheme, host and port; `http` or `https`. A slash at the end is taken off. */
export const origin = v.pipe(
  v.string(),
  v.check((text) => {
    const url = webUrl(text)
    return url !== undefined && url.href === `${url.origin}/`
  }),
  v.transform((text) => new URL(text).origin),
  v.description(`${web} without a path`),
)

/** Also that of a web view or an extension, which has a scheme of its own; taken as it stands. */
export const callerOrigin = v.union([
  origin,
  v.pipe(
    v.string(),
    v.regex(
      /^(?!(?:https?|file|data|blob|ftp|javascript):)[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9_.-]+(?::\d{1,5})?$/,
    ),
  ),
])

/** Where a server is; there may be a path. A slash at the end is taken off. */
export const serverUrl = v.pipe(
  v.string(),
  v.check((text) => {
    const url = webUrl(text)
    return url !== undefined && url.href === `${url.origin}${url.pathname}`
  }),
  v.transform((text) => new URL(text).href.replace(/\/+$/, '')),
  v.description(`${web} without a query`),
)

/** The address of a page. */
export const pageUrl = v.pipe(
  v.string(),
  v.check((text) => {
    const url = webUrl(text)
    return url !== undefined && url.username === '' && url.password === '' && !text.includes('#')
  }),
  v.transform((text) => new URL(text).href),
  v.description(`${web} without a fragment`),
)

/** Where people report something: an address of a mailbox or of a page (RFC 9116, section 2.5.3). */
export const contact = v.pipe(
  v.string(),
  v.check((text) => {
    if (parse(text, /^https:\/\/[^\s\\]+$/)) return true
    return /^mailto:[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+$/.test(text)
  }),
  v.description('`mailto:` with an address, or an `https` address'),
)

/** An issuer (OpenID Connect Discovery 1.0, section 2). */
export const issuer = v.pipe(
  v.string(),
  v.check((text) => {
    const url = webUrl(text)
    const parts = url && [url.username, url.password, url.search, url.hash]
    return parts?.join('') === '' && !/[?#]/.test(text)
  }),
  v.check(
    (text) => text.startsWith('https:') || isLoopbackUrl(text),
    'must be `https`; plain `http` is for a provider on this machine alone',
  ),
  v.description('an `https` address without a query or a fragment'),
)

/** Whether the host of a URL is this machine. */
export function isLoopbackUrl(text: string): boolean {
  return isLoopbackHost(new URL(text).hostname)
}

/** The address of a mail server, in the form of the mailer. */
export const smtpUrl = v.pipe(
  v.string(),
  v.check((text) => parse(text, /^smtps?:\/\/[^\s\\]+$/i) !== undefined && isSmtpUrl(text)),
  v.description(
    '`smtp://` or `smtps://` with `user:password@` if needed, a host, a port, and at most `?requireTLS=true` or `=false` and `&name=host`',
  ),
)

function webUrl(text: string): URL | undefined {
  return parse(text, /^https?:\/\/[^\s\\]+$/i)
}

/** Parses a URL. The parser accepts spaces, backslashes and missing slashes; the form does not. */
function parse(text: string, form: RegExp): URL | undefined {
  return form.test(text) && URL.canParse(text) ? new URL(text) : undefined
}

/** Whether the percent-encoding in a URL can be decoded. */
export function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
