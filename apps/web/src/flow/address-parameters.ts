import type { HandOver } from '../session/session.ts'

/** What the address of a page may carry. */
export interface AddressParameters {
  /** The token of a mail link, or an access token that was handed over. */
  readonly token?: string
  /** Handed over by another site's page in the midst of a login. */
  readonly sessionToken?: string
  /** Handed over with the session token when a code is on its way. */
  readonly username?: string
  /** Set when a whole session is handed over. */
  readonly handOver?: HandOver
  /** The code of an {@link ApiError}; any other text in its place is left out. */
  readonly error?: string
}

/** Reads the fragment and the query of an address. All of it is untrusted text. */
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
  }
}
