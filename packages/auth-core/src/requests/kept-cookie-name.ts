const plainName = 'gatehouse-session'

/**
 * The name of the cookie by which a browser keeps a session.
 *
 * @param isSecure Whether the service is reached by https: only then may the name have the prefix that binds the
 * cookie to this host (RFC 6265bis, 4.1.3.2).
 */
export function keptCookieName(isSecure: boolean): string {
  return isSecure ? `__Host-${plainName}` : plainName
}

const kept = new RegExp(`^(?:__Host-)?${plainName}=`)

/** The value of a `Cookie` field without that cookie, which only this service may see; empty if nothing is left. */
export function withoutKeptCookie(cookies: string): string {
  if (!cookies.includes(`${plainName}=`)) return cookies
  const pairs = cookies.split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => !kept.test(pair)).join('; ')
}
