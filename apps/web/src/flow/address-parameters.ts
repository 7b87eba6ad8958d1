import type { HandOver } from '../session/session.ts'

/** The parameters in the address of a page. */
export interface AddressParameters {
  /** The token of a mail link, or an access token from another page. */
  readonly token?: string
  /** The session token from another site's page during a login. */
  readonly sessionToken?: string
  /** The username that comes with the session token while a code is pending. */
  readonly username?: string
  /** Set when a whole session comes from another page. */
  readonly handOver?: HandOver
  /** The code of an {@link ApiError}; other text is ignored. */
  readonly error?: string
  /** The id of the part of the page to show. */
  readonly section?: string
}

/** Reads the fragment and the query of an address. All values are untrusted text. */
export function readAddressParameters({
  hash,
  search,
}: Pick<URL, 'hash' | 'search'>): AddressParameters {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const token = fragment.get('token') || undefined
  const sessionToken = fragment.get('session_token') || undefined
  const username = fragment.get('username') || undefined
  const expiresIn = Number(fragment.get('expires_in'))
  const error = new URLSearchParams(search).get('error') ?? ''
  return {
    ...(token && { token }),
    ...(sessionToken && { sessionToken }),
    ...(username && { username }),
    ...(token &&
      expiresIn > 0 && { handOver: { token, expiresIn, ...(sessionToken && { sessionToken }) } }),
    ...(/^[a-z_]{1,64}$/.test(error) && { error }),
    ...(/^#[a-z]{1,64}$/.test(hash) && { section: hash.slice(1) }),
  }
}
